package import DispatcherConfiguration
import DispatcherMessages
package import QueryCoding
package import XCallbackURL

/// Reads the standard output of a command as the output of a request.
package enum CommandOutput {
    /// The maximum depth of JSON: enough for the output of programs, and safe for every stack.
    private static let depthLimit = 64

    /// Reads the bytes in the given format. Throws 500 if the bytes do not have that format.
    package static func read(_ bytes: [UInt8], as form: RouteDefinition.Output) throws(OutcomeError) -> QueryValue {
        switch form {
        case .none: return .object([])
        case .json:
            do {
                return try JSONParser.parse(bytes, depthLimit: depthLimit).object
            } catch {
                throw OutcomeError(.failed, "the command's output is not JSON", detail: error.description)
            }
        case .text: return ["result": .string(try text(bytes))]
        case .lines:
            let text = try text(bytes)
            guard !text.isEmpty else { return ["result": []] }
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return ["result": .array(lines.map { .string(String(Substring($0))) })]
        }
    }

    /// Returns the text without one final newline, as `$(…)` of a shell does.
    private static func text(_ bytes: [UInt8]) throws(OutcomeError) -> String {
        let content = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw OutcomeError(.failed, "the command's output is not UTF-8")
        }
        return text
    }
}
