package import DispatcherConfiguration
import DispatcherMessages
package import QueryCoding
package import XCallbackURL

/// The standard output of a command, read as an output.
package enum CommandOutput {
    /// The depth of JSON: enough for what programs print, and for every stack.
    private static let depthLimit = 64

    /// Throws 500 if the bytes are not of that form.
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

    /// The text without one final newline, as `$(…)` of a shell gives it.
    private static func text(_ bytes: [UInt8]) throws(OutcomeError) -> String {
        let content = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw OutcomeError(.failed, "the command's output is not UTF-8")
        }
        return text
    }
}
