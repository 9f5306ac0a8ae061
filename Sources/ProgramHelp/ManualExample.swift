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

extension ManualPage {
    /// Adds an item with its example.
    package mutating func item(_ term: String, _ text: String, _ example: ManualExample) {
        item(term, text)
        self.example((example.route.map { "- \($0)\n" } ?? "") + "$ " + example.command)
    }

    /// Adds the sections about exit statuses and error codes.
    package mutating func codes() {
        heading("EXIT STATUS")
        paragraphs(
            "The examples need a routes file with 'schemes: [demo]', a route with the path /hi, and the route that an "
                + "example shows above its command.")
        for status in ExitStatus.allCases { item("\(status.rawValue)", status.meaning, status.example) }
        heading("ERROR CODES")
        paragraphs(
            "A code is the 'errorCode' of an x-error and the error.code of an outcome. Besides the codes listed here, "
                + "a command that fails reports its exit status, and a worker reports its own code.")
        for code in StandardCode.allCases { item("\(code.rawValue)", code.example.text, code.example) }
    }
}
