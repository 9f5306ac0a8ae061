/// What declared a route, for messages: a file and line, or another text.
package struct Declaration: Sendable {
    private let text: String
    /// 0 if the text is all.
    private let line: Int32

    /// - Parameter line: The line of a file whose name is the text; 0 if the text is all.
    package init(_ text: String, line: Int = 0) {
        self.text = text
        self.line = Int32(truncatingIfNeeded: line)
    }
}

extension Declaration: CustomStringConvertible, ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }

    /// The text, made on demand: most routes are never named in a message.
    package var description: String { line == 0 ? text : "\(text):\(line)" }
}
