import QueryCoding

/// The callbacks of a request. One that cannot be used is a fault, and leaves the others usable: an error about
/// x-success still reaches x-error.
public struct Callbacks: Sendable, Hashable {
    /// Opened on success, with the output.
    public var success: CallbackURL?
    /// Opened on an error, with `errorCode` and `errorMessage`.
    public var error: CallbackURL?
    /// Opened when the user cancelled, as it is.
    public var cancel: CallbackURL?
    /// What is wrong with the others, in the order success, error, cancel.
    public var faults: [Fault]

    /// A callback that cannot be used.
    public struct Fault: Error, Sendable, Hashable {
        /// Which one.
        public let kind: CallbackKind
        /// What was given, decoded if it could be.
        public let text: String?
        /// What is wrong with it. Its code is 400 for a parameter that is doubled or cannot be decoded, and the request
        /// is refused with 403 for a value that is no URL.
        public let error: XCallbackURLError
        /// Whether the parameter could be read, and holds something that may not be opened.
        public let isReadable: Bool
    }

    /// Takes callbacks as they are.
    public init(success: CallbackURL? = nil, error: CallbackURL? = nil, cancel: CallbackURL? = nil) {
        self.success = success
        self.error = error
        self.cancel = cancel
        faults = []
    }

    /// Reads the three from a query, apart from everything else in it.
    package init(_ raw: RawURL) {
        self.init()
        // Most names cannot be one of the three; only those that may are decoded.
        let pairs = raw.pairs.filter { $0.name.first == UInt8(ascii: "x") || $0.name.contains(UInt8(ascii: "%")) }
        guard !pairs.isEmpty else { return }
        for kind in CallbackKind.allCases {
            switch Self.read(kind, in: pairs) {
            case .success(let url): self[kind] = url
            case .failure(let fault): faults.append(fault)
            }
        }
    }

    /// The callback of that kind.
    public subscript(kind: CallbackKind) -> CallbackURL? {
        get {
            switch kind {
            case .success: success
            case .error: error
            case .cancel: cancel
            }
        }
        set {
            switch kind {
            case .success: success = newValue
            case .error: error = newValue
            case .cancel: cancel = newValue
            }
        }
    }

    /// The URL to open for an outcome; nil if its caller gave none.
    public func url(for outcome: Outcome) -> String? { self[outcome.kind]?.appending(outcome.callbackParameters) }

    private static func read(_ kind: CallbackKind, in pairs: [RawURL.Pair]) -> Result<CallbackURL?, Fault> {
        let matching = pairs.filter { pair in
            (try? PercentCoding.decode(pair.name))?.hasSameBytes(as: kind.parameterName) ?? false
        }
        func fault(_ error: XCallbackURLError, text: String? = nil) -> Result<CallbackURL?, Fault> {
            .failure(Fault(kind: kind, text: text, error: error, isReadable: text != nil))
        }
        guard matching.count <= 1 else { return fault(.duplicateCallback(kind)) }
        // Without a value, it is absent.
        guard let value = matching.first?.value else { return .success(nil) }
        let text: String
        do {
            text = try RawURL.decode(value, part: .parameter(kind.parameterName))
        } catch {
            return fault(error)
        }
        // With an empty one too.
        guard !text.isEmpty else { return .success(nil) }
        do {
            return .success(try CallbackURL(text))
        } catch {
            return fault(error, text: text)
        }
    }
}

extension Callbacks.Fault: CustomStringConvertible {
    /// What is wrong, naming the callback.
    public var description: String { isReadable ? "\(kind.parameterName): \(error)" : error.description }

    /// The error that the request ends with: 400 for a parameter that cannot be read, 403 for a value that may not be
    /// opened.
    public var outcomeError: OutcomeError {
        isReadable
            ? OutcomeError(.refused, "\(kind.parameterName) is refused: \(error)") : OutcomeError(.input, description)
    }
}
