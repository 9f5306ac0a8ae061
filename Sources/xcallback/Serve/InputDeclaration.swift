import ArgumentParser
import DispatcherMessages
import QueryCoding

/// A parameter of a route on a command line: `name=type`, or a name alone for a line. The type is written as in a file,
/// `[line]` for an array, `small|large` for a choice, or as a JSON object.
struct InputDeclaration: ExpressibleByArgument {
    /// The text of it.
    let argument: String
    let name: String
    let type: QueryValue

    /// Examples for the help.
    static let forms = "title=line, or title alone; count=int?, tags=[line], size=small|large"

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else { return nil }
        self.argument = argument
        name = String(first)
        guard parts.count > 1 else {
            type = "line"
            return
        }
        let text = String(parts[1])
        switch text.utf8.first {
        case UInt8(ascii: "{")?:
            guard let value = try? JSONParser.parse(Array(text.utf8), depthLimit: 8) else { return nil }
            type = value
        case UInt8(ascii: "[")? where text.utf8.last == UInt8(ascii: "]"):
            type = [Self.simple(String(text.dropFirst().dropLast()))]
        default: type = Self.simple(text)
        }
    }

    /// The name of a type, or a choice: `small|large`, with a '?' at the end if it may be left out.
    private static func simple(_ text: String) -> QueryValue {
        let isOptional = text.last == "?"
        let choices = (isOptional ? text.dropLast() : text[...]).split(separator: "|", omittingEmptySubsequences: false)
        guard choices.count > 1 else { return .string(text) }
        let choice = QueryValue.Member("one-of", .array(choices.map { .string(String($0)) }))
        return .object((isOptional ? [QueryValue.Member("type", "one-of?")] : []) + [choice])
    }
}
