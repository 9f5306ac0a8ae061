/// The text of `script:`, and the program that runs it.
package struct Script: Sendable, Hashable {
    package var text: String
    /// A program and its arguments, which are followed by the name of a file with the text; nil for `sh -e`.
    package var interpreter: [String]?

    package init(text: String, interpreter: [String]? = nil) {
        self.text = text
        self.interpreter = interpreter
    }

    /// The program and its arguments, without the text.
    package var program: [String] { interpreter ?? ["sh", "-e"] }

    /// The longest text that `sh` takes as an argument, in bytes (execve(2)).
    static let maximumLength = 131_071
}
