import ArgumentParser
import DispatcherMessages
import QueryCoding

/// A parameter of a route on a command line: `name=type`. The type is written as in a file, `[line]` for an array, or as a
/// JSON object.
struct InputDeclaration: ExpressibleByArgument {
    let name: String
    let type: QueryValue

    init?(argument: String) {
        guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")), equals > argument.startIndex else {
            return nil
        }
        name = String(argument[..<equals])
        let text = String(argument[argument.utf8.index(after: equals)...])
        switch text.utf8.first {
        case UInt8(ascii: "{")?:
            guard let value = try? JSONParser.parse(Array(text.utf8), depthLimit: 8) else { return nil }
            type = value
        case UInt8(ascii: "[")? where text.utf8.last == UInt8(ascii: "]"):
            type = [.string(String(text.dropFirst().dropLast()))]
        default: type = .string(text)
        }
    }
}
