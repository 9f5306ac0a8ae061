package import QueryCoding
package import XCallbackURL

/// What a worker answers to `perform`: `{"outcome": "success", "output": …}`, `{"outcome": "error", "error": {"code": …,
/// "message": …}}` or `{"outcome": "cancel"}`.
package struct WorkerAnswer: Sendable, Hashable {
    package let outcome: Outcome

    /// Why an answer is no outcome.
    package struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Reads a `result`. An error without a code is 500. Other members are left alone.
    package init(_ result: QueryValue) throws(Mistake) {
        guard case .object = result else { throw Mistake(description: "it must be an object with 'outcome'") }
        switch result["outcome"]?.string {
        case "success"?:
            let output = result["output"] ?? .null
            outcome = .success(output == .null ? .object([]) : output.object)
        case "error"?: outcome = .error(try Self.error(result["error"]))
        case "cancel"?: outcome = .cancel
        case let other?:
            throw Mistake(
                description: "'outcome' is 'success', 'error' or 'cancel', not '\(Printable.line(other, limit: 64))'")
        case nil: throw Mistake(description: "'outcome' must be 'success', 'error' or 'cancel'")
        }
    }

    /// Reads the `error` of a worker that has no result at all (JSON-RPC 2.0 §5.1): its message, and none of its codes,
    /// which are the protocol's.
    package init(failure: QueryValue) {
        let message = failure["message"]?.string ?? "it gave no message"
        outcome = .error(OutcomeError(.failed, "the worker failed: \(message)"))
    }

    private static func error(_ value: QueryValue?) throws(Mistake) -> OutcomeError {
        guard let value, value != .null else { return OutcomeError(.failed, "the action failed") }
        guard case .object = value else { throw Mistake(description: "'error' must be an object") }
        var code = StandardCode.failed.rawValue
        if let given = value["code"] {
            guard case .number(let text) = given, let number = Int(text) else {
                throw Mistake(description: "'code' of 'error' must be a whole number")
            }
            code = number
        }
        let message = value["message"] ?? "the action failed"
        guard let text = message.string else { throw Mistake(description: "'message' of 'error' must be text") }
        return OutcomeError(code: code, message: text)
    }
}
