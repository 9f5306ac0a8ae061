package import QueryCoding
package import RequestRecord
package import XCallbackURL

/// The reply to a URL: one line of JSON.
package struct OutcomeReply: Reply {
    package enum Name: String, CodingKey {
        case id, url, route, outcome, output, error, reason, callback
        case outputSize = "output-size"
    }

    package var id: String
    package var url: String
    package var route: String?
    package var outcome: Outcome
    package var callback: CallbackReport?
    /// The size of an output that was too long to be recorded, in bytes of JSON. Only the repeat of an older request gets
    /// it, in place of the output.
    package var outputSize: Int?
    /// The reason of a cancel.
    package var cancelReason: CancelReason?
    /// Whether the reply has the reason. Only an agent learns that the user answered with no: a page must not learn what
    /// the user did.
    package var showsReason = false

    package init(
        id: String, url: String, route: String? = nil, outcome: Outcome, callback: CallbackReport? = nil,
        cancelReason: CancelReason? = nil
    ) {
        self.id = id
        self.url = url
        self.route = route
        self.outcome = outcome
        self.callback = callback
        self.cancelReason = cancelReason
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        id = try members.decode(String.self, forKey: .id)
        url = try members.decode(String.self, forKey: .url)
        route = try members.decodeIfPresent(String.self, forKey: .route)
        outcome =
            switch try members.decode(CallbackKind.self, forKey: .outcome) {
            case .success: .success(try members.decodeIfPresent(JSONValue.self, forKey: .output)?.value ?? .object([]))
            case .error: .error(try members.decode(OutcomeError.self, forKey: .error))
            case .cancel: .cancel
            }
        callback = try members.decodeIfPresent(CallbackReport.self, forKey: .callback)
        outputSize = try members.decodeIfPresent(Int.self, forKey: .outputSize)
        cancelReason = try members.decodeIfPresent(String.self, forKey: .reason).flatMap(CancelReason.init)
        showsReason = cancelReason != nil
    }

    package var value: QueryValue {
        .record([
            (Name.id, .string(id)), (.url, .string(url)), (.route, route.map { .string($0) }),
            (.outcome, .string(outcome.kind.rawValue)), (.output, outcome.shownOutput), (.error, outcome.error?.value),
            (.reason, showsReason ? cancelReason.map { .string($0.rawValue) } : nil), (.callback, callback?.value),
            (.outputSize, outputSize.map { .integer($0) }),
        ])
    }

    /// The reply as a line without a line break.
    package var line: ArraySlice<UInt8> {
        var printer = JSONPrinter()
        printer.value(value)
        return printer.bytes
    }

    package var json: String { String(decoding: line, as: UTF8.self) }
}

extension CallbackReport: Reply {}

extension OutcomeError: Reply {
    package var value: QueryValue {
        .record([
            (CodingKeys.code, .integer(code)), (.message, .string(message)), (.detail, detail.map { .string($0) }),
        ])
    }
}

extension Outcome {
    /// The output of a success; nil for an empty output, which a reply leaves out.
    package var shownOutput: QueryValue? {
        guard case .success(let value) = self, value != .object([]) else { return nil }
        return value
    }

    package var error: OutcomeError? { if case .error(let error) = self { error } else { nil } }
}
