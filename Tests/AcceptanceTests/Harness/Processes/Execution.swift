import TestSupport

/// The start of a program, as a ``Tracer`` noted it in full. A start that failed counts too.
struct Execution {
    let arguments: [String]
    private let environment: [String]

    /// The value of a variable that the program was started with.
    func variable(_ name: String) -> String? {
        environment.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    /// Reads `1234 execve("\x2f", ["\x61", "\x62"], ["\x43"]…`; nil for the line of another call, or for the second line of
    /// a call that was noted in two.
    init?(_ line: Substring) throws {
        guard line.contains("execve(") || line.contains("execveat("), !line.contains("resumed>") else { return nil }
        // No byte of a text is a bracket: all are in hexadecimal.
        let lists = line.split(separator: "[", omittingEmptySubsequences: false).dropFirst()
            .map { $0.prefix { $0 != "]" } }
        guard lists.count == 2, !line.contains("...]") else { throw Failure("not in full: \(line.prefix(400))") }
        (arguments, environment) = (try Self.texts(lists[0]), try Self.texts(lists[1]))
    }

    private static func texts(_ list: Substring) throws -> [String] {
        try list.split(separator: ", ").map { quoted in
            let bytes = quoted.dropFirst().dropLast().split(separator: "\\x").map { UInt8($0, radix: 16) }
            guard quoted.hasPrefix("\""), quoted.hasSuffix("\""),
                let text = String(validating: bytes.compactMap(\.self), as: UTF8.self), !bytes.contains(nil)
            else { throw Failure("no text: \(quoted.prefix(400))") }
            return text
        }
    }
}

extension Tracer {
    /// Lets go of all, and returns every program that was started, in order.
    func executions() throws -> [Execution] { try lines().compactMap { try Execution($0) } }
}
