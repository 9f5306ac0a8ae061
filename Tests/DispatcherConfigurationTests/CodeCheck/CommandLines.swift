import Foundation
import Testing

/// A line of Cases/commands.txt: `VERDICT | COMMAND`, with a reason where the verdict needs one.
struct CommandLines: Sendable, CustomTestStringConvertible {
    enum Verdict: String {
        /// A value is a mistake.
        case refused
        case accepted
        /// The table does not have the program: a mistake on a route that runs unasked, a warning on one that asks.
        case unknown
    }

    let verdict: Verdict
    /// A command of a routes file, in which `$x` is a line, `$o` an optional one, `$a` an array, `$d` has a default, `$i` is
    /// a number, `$p` a path, `$u` a URL and `$c` a choice.
    let command: String
    /// Why the verdict is so, where this is not obvious.
    let reason: String
    /// Whether the verdict is about a value on the standard input.
    let isInput: Bool

    var testDescription: String { command + (isInput ? " < $x" : "") }

    static let all: [CommandLines] = {
        guard let text = try? String(contentsOfFile: Bundle.module.bundlePath + "/Cases/commands.txt", encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let isInput = line.hasPrefix("input-")
            guard let start = line.firstRange(of: " | "),
                let verdict = Verdict(rawValue: String(line[..<start.lowerBound].dropFirst(isInput ? 6 : 0)))
            else { return nil }
            let rest = line[start.upperBound...]
            let end = rest.firstRange(of: "] | ")
            return CommandLines(
                verdict: verdict, command: end.map { rest[..<$0.lowerBound] + "]" } ?? String(rest),
                reason: end.map { String(rest[$0.upperBound...]) } ?? "", isInput: isInput)
        }
    }()

    /// A routes file whose command is in line 6, from column 10 on.
    static func file(_ command: String, key: String = "run", _ keys: String...) -> String {
        """
        schemes: [t]
        routes:
          - name: r
            path: /r
            input: {x: line, o: line?, a: [line], d: {type: line, default: d}, i: int, p: {type: path, under: /srv}, u: url, c: {one-of: [one, two]}}
            \(key): \(command)
        \((keys + (key == "run" ? [] : ["run: [ls]"])).map { "    \($0)\n" }.joined())
        """
    }
}
