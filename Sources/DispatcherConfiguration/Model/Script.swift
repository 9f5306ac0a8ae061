/// The text of `script`, and the program that runs the text.
package struct Script: Sendable, Hashable {
    package var text: String
    /// A program and its arguments, to which the name of a file with the text is added; nil for `sh -e`.
    package var interpreter: [String]?

    /// The program and its arguments, without the text.
    package var program: [String] { interpreter ?? ["sh", "-e"] }

    /// The maximum length of a text that is passed to `sh` as an argument, in bytes (execve(2)).
    static let maximumLength = 131_071
}

extension RouteDefinition {
    /// Returns the command of a script as the user sees it. The script itself has many lines, so its file and line are
    /// shown.
    package func shown(_ script: Script) -> [String] {
        (script.interpreter ?? []) + ["the script of \(name) (\(location.file):\(location.line))"]
    }
}
