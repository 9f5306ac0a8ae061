import ArgumentParser
import QueryCoding
import UnixSystem

/// A parameter of a route on a command line: `name=type`, or a name alone for a line. The type is written as in a file,
/// `[line]` for an array, `small|large` for a choice, `path:DIR` for a file below a folder, or as a JSON object.
struct InputDeclaration {
    let name: String
    let type: QueryValue

    /// Examples for the help.
    static let forms =
        "title=line, or title alone; count='int?', tags='[line]', size='small|large', file=path:DIR, "
        + #"n='{"type":"int","min":1,"max":5,"default":1}'"#

    init(_ argument: String) throws(ValidationError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else {
            throw ValidationError("write name=type, or a name alone for a line")
        }
        guard !first.contains(":") else {
            let spelling = "'\(first.replacing(/: */, with: "=", maxReplacements: 1))'"
            throw ValidationError("write \(first.contains("://") ? "the name of an input, not a link" : spelling)")
        }
        name = String(first)
        let text = parts.count > 1 ? String(parts[1]) : "line"
        switch text.utf8.first {
        case UInt8(ascii: "{")?:
            guard let value = try? JSONParser.parse(Array(text.utf8), depthLimit: 8) else {
                throw ValidationError("the type begins with '{' and is not JSON")
            }
            type = value
        case UInt8(ascii: "[")? where text.utf8.last == UInt8(ascii: "]"):
            type = [try Self.simple(String(text.dropFirst().dropLast())) { "\(first)=[\($0)]" }]
        default: type = try Self.simple(text) { "\(first)=\($0)" }
        }
    }

    /// The name of a type, a choice or a path: `small|large` or `path:DIR`. A '?' after the choices or after `path`
    /// makes the parameter optional.
    /// - Parameter declaration: Returns the argument with another type, for a message.
    private static func simple(
        _ text: String, in declaration: (String) -> String
    ) throws(ValidationError) -> QueryValue {
        let isOptional = text.last == "?"
        let word = isOptional ? text.dropLast() : text[...]
        let choices = word.split(separator: "|", omittingEmptySubsequences: false)
        if choices.count > 1 {
            let choice = QueryValue.Member("one-of", .array(choices.map { .string(String($0)) }))
            return .object((isOptional ? [QueryValue.Member("type", "one-of?")] : []) + [choice])
        }
        for type in ["path", "path?"] where text.hasPrefix("\(type):") {
            let folder = folder(text.dropFirst(type.count + 1))
            return .object([QueryValue.Member("type", .string(type)), QueryValue.Member("under", .string(folder))])
        }
        switch word.lowercased() {
        case "enum", "one-of", "choice": throw ValidationError("write '\(declaration("a|b"))'")
        case "path", "file", "folder": throw ValidationError("write '\(declaration("path:DIR"))'")
        default: break
        }
        guard !word.contains(",") else {
            guard !word.contains("=") else { throw ValidationError("write each input by itself, as in text=line") }
            let spelling = text.replacing(", ", with: "|").replacing(",", with: "|")
            throw ValidationError("write '\(declaration(spelling))'")
        }
        let type = String(word.prefix { $0.isLetter || $0.isNumber })
        let isNumber = ["int", "number"].contains(type.lowercased())
        if isNumber && type != word || word.contains("=") {
            let options = isNumber ? #""min":1,"max":5,"default":1"# : #""default":"…""#
            let spelling = declaration("{\"type\":\"\(type)\",\(options)}")
            throw ValidationError("a default or a range needs JSON: write '\(spelling)'")
        }
        return .string(text)
    }

    /// Returns the whole path of a folder, which a routes file needs. Not every shell replaces a '~' in the middle of
    /// an argument.
    private static func folder(_ text: Substring) -> String {
        if text == "~" || text.hasPrefix("~/"), let home = Shell.variable("HOME") { return home + text.dropFirst() }
        return text.isEmpty ? "" : Directory.absolute(String(text))
    }
}
