package import QueryCoding
package import XCallbackURL

extension Outcome {
    /// Reads the `result` of a worker's reply to `perform`: `{"outcome": "success", "output": …}`, `{"outcome":
    /// "error", "error": {"code": …, "message": …}}` or `{"outcome": "cancel"}`. An error without a code has code 500.
    /// So has an error whose code is a word; callbacks report that word. Other members are ignored.
    package init(workerResult result: QueryValue) throws(MessageError) {
        guard case .object = result else { throw MessageError(description: "it must be an object with 'outcome'") }
        typealias Name = OutcomeReply.Name
        switch result[Name.outcome.rawValue]?.string {
        case CallbackKind.success.rawValue?:
            let output = result[Name.output.rawValue] ?? .null
            self = .success(output == .null ? .object([]) : output.object)
        case CallbackKind.error.rawValue?:
            self = .error(try OutcomeError(workerError: result[Name.error.rawValue]))
        case CallbackKind.cancel.rawValue?: self = .cancel
        case let other?:
            throw MessageError(
                description: "'outcome' is 'success', 'error' or 'cancel', not '\(Printable.shown(other, limit: 64))'")
        case nil: throw MessageError(description: "'outcome' must be 'success', 'error' or 'cancel'")
        }
    }

    /// Reads the `error` of a reply without a result (JSON-RPC 2.0 §5.1). Only the message is used, because the code
    /// belongs to the protocol.
    package init(workerFailure error: QueryValue) {
        let message = error[RPCError.Name.message.rawValue]?.string ?? "it gave no message"
        self = .error(OutcomeError(.failed, "the worker failed: \(message)"))
    }
}

extension OutcomeError {
    fileprivate init(workerError value: QueryValue?) throws(MessageError) {
        guard let value, value != .null else {
            self.init(.failed, "the action failed")
            return
        }
        guard case .object = value else { throw MessageError(description: "'error' must be an object") }
        let given = value[CodingKeys.code.rawValue]
        let word = given?.string.flatMap { Self.isWord($0) ? $0 : nil }
        guard let code = given == nil || word != nil ? StandardCode.failed.rawValue : given?.whole() else {
            throw MessageError(description: "'code' of 'error' must be a whole number, or a word such as 'not-found'")
        }
        let message = value[CodingKeys.message.rawValue] ?? "the action failed"
        guard let text = message.string else { throw MessageError(description: "'message' of 'error' must be text") }
        self.init(code: code, message: text)
        printedCode = word
    }
}
