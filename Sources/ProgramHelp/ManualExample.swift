import DispatcherMessages
import XCallbackURL

/// An example command in the manual, and the route that the command needs.
package struct ManualExample: Sendable {
    /// The text that the example belongs to.
    let text: String
    package let command: String
    /// A route of a file with `schemes: [demo]`; nil if the command needs no route of its own.
    package let route: String?

    /// Reads the text of a number in a table, and its example: the indented lines that follow.
    init(_ number: Int, in table: String) {
        let lines = table.split(separator: "\n").drop { !$0.hasPrefix("\(number) ") }
        let example = lines.dropFirst().prefix { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
        text = String(lines.first?.dropFirst("\(number) ".count) ?? "")
        route = example.first.flatMap { $0.hasPrefix("- ") ? String($0.dropFirst(2)) : nil }
        command = example.dropFirst(route == nil ? 0 : 1).joined(separator: "\n")
    }
}
