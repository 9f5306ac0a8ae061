import ArgumentParser
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem

/// A parameter of a command line: `name=value`, `name=-` or `name=@FILE`.
struct InputArgument {
    let name: String
    /// The value as it was typed: '-' is standard input, '@FILE' a file, and '@@…' a text that begins with '@'.
    private let text: String

    /// What a value may be, for the help.
    static let sources =
        "'name=-' reads the value from standard input and 'name=@FILE' from a file, both without the last line break. If "
        + "a value begins with '@', write another '@' before it."

    init(_ argument: String) throws {
        guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")), equals > argument.startIndex else {
            throw ValidationError("'\(argument)' is not of the form name=value")
        }
        name = String(argument[..<equals])
        text = String(argument[argument.utf8.index(after: equals)...])
    }

    static func check(_ arguments: [InputArgument]) throws {
        guard arguments.count(where: { $0.text == "-" }) <= 1 else {
            throw ValidationError("standard input can be used for one value only")
        }
    }

    /// Reads the values as an object, in which a repeated name is an array.
    /// - Parameter isLiteral: Whether '-' and '@FILE' are values as any other.
    static func object(_ arguments: [InputArgument], isLiteral: Bool = false) throws -> QueryValue {
        let parameters = try arguments.map { QueryParameter($0.name, isLiteral ? $0.text : try $0.value()) }
        return QueryParameters(parameters).grouped(bare: .null)
    }

    /// Returns the value, of a stream or a file without the last line break. Throws the exit status after printing an error.
    private func value() throws -> String {
        let isInput = text == "-"
        guard isInput || text.utf8.first == UInt8(ascii: "@") else { return text }
        let path = String(Substring(text.utf8.dropFirst()))
        guard path.utf8.first != UInt8(ascii: "@") else { return path }
        let place = isInput ? "standard input" : "'\(path)'"
        let read: [UInt8]?
        do throws(SystemCallError) {
            read =
                try isInput
                ? FileContents.readToEnd(of: STDIN_FILENO, place)
                : FileContents.read(path, acceptsStreams: true)
        } catch {
            throw Shell.failure("\(name): \(error)", .usage)
        }
        guard var bytes = read else { throw Shell.failure("\(name): there is no file \(place)", .usage) }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast(bytes.dropLast().last == UInt8(ascii: "\r") ? 2 : 1) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Shell.failure("\(name): \(place) is not UTF-8", .usage)
        }
        return text
    }
}
