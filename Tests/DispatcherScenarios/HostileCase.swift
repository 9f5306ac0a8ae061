import QueryCoding
import Testing

/// A row of hostile.jsonl: bytes for the socket, and their expected replies.
package struct HostileCase: Sendable, CustomTestStringConvertible {
    package let id: String
    package let input: String
    package let expect: String
    package let why: String
    /// The exact `result` of the output, and the URL that the route opens, if the row has them.
    package let result, opened: String?

    package var testDescription: String { "\(id): \(why)" }

    /// Whether the row is a procedure instead of bytes.
    package var isProcedure: Bool { input.hasPrefix("SCENARIO:") || input.hasPrefix("CMD:") }

    package static let all = CaseSection.objects(in: "hostile.jsonl").compactMap { row -> HostileCase? in
        guard let id = row["id"]?.string, let input = row["input"]?.string, let expect = row["expect"]?.string,
            let why = row["why"]?.string
        else { return nil }
        return HostileCase(
            id: id, input: input, expect: expect, why: why, result: row["result"]?.string,
            opened: row["opened"]?.string)
    }

    /// The bytes for the socket. `{{REP:text:count}}` repeats a text, and escapes are as in Python.
    package var bytes: [UInt8] {
        let repeated = input.replacing(/\{\{REP:(.*?):(\d+)\}\}/) { match in
            String(repeating: String(match.1), count: Int(match.2) ?? 0)
        }
        return Self.unescaped(Array(repeated.utf8))
    }

    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                output.append(byte)
                continue
            }
            switch kind {
            case UInt8(ascii: "n"): output.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): output.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "\\"): output.append(kind)
            case UInt8(ascii: "x"):
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                output.append(UInt8(digits, radix: 16) ?? UInt8(ascii: "?"))
                rest.removeFirst(2)
            default: output += [byte, kind]
            }
        }
        return output
    }
}
