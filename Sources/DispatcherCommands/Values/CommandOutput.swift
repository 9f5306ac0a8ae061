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
        case .json: return try json(bytes).object
        case .members(let fields): return try members(json(bytes), of: fields)
        case .text: return ["result": .string(try text(bytes))]
        case .lines:
            let text = try text(bytes)
            guard !text.isEmpty else { return ["result": []] }
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return ["result": .array(lines.map { .string(String(Substring($0))) })]
        }
    }

    private static func json(_ bytes: [UInt8]) throws(OutcomeError) -> QueryValue {
        do {
            return try JSONParser.parse(bytes, depthLimit: depthLimit)
        } catch {
            let start = Printable.shown(String(decoding: bytes.prefix(400), as: UTF8.self), limit: 200)
            let printed = bytes.isEmpty ? "it printed nothing" : "it printed \(start)"
            throw OutcomeError(
                .failed, "the command's output is not JSON", detail: "\(error.description); \(printed)")
        }
    }

    /// Returns the members, with whole numbers as digits alone and without a null for an optional member. Members that
    /// are not declared are kept.
    private static func members(
        _ output: QueryValue, of fields: [InputField]
    ) throws(OutcomeError) -> QueryValue {
        func misfit(_ detail: String) -> OutcomeError {
            OutcomeError(.failed, "the command's output does not have its declared members", detail: detail)
        }
        guard var members = output.members else { throw misfit("the output is not an object") }
        for field in fields {
            guard let index = members.lastIndex(where: { $0.name.hasSameBytes(as: field.name) }) else {
                guard field.isOptional else { throw misfit("'\(field.name)' is missing") }
                continue
            }
            if members[index].value == .null, field.isOptional {
                members.remove(at: index)
            } else if let value = field.outputValue(members[index].value) {
                members[index].value = value
            } else {
                throw misfit("'\(field.name)' must be \(field.outputExpectation)")
            }
        }
        return .object(members)
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
