/// The origin of a route, for messages: a place in a file, or another text.
package struct Declaration: Sendable {
    private let text: String
    /// The line in the file; 0 if the text alone is the origin.
    private let line: Int32
    /// The column in the line; 0 if only the line is known.
    private let column: Int32

    /// A line of a program, from `#fileID` and `#line`.
    package init(_ fileID: StaticString, _ line: UInt) {
        self.init("\(fileID)", line: Int(line))
    }

    /// - Parameters:
    ///   - line: The line of a file whose name is the text; 0 if the text alone is the origin.
    ///   - column: The column in the line; 0 if only the line is known.
    package init(_ text: String, line: Int = 0, column: Int = 0) {
        self.text = text
        self.line = Int32(truncatingIfNeeded: line)
        self.column = Int32(truncatingIfNeeded: column)
    }
}

extension Declaration: CustomStringConvertible, ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }

    /// The text, made on demand: most routes are never named in a message.
    package var description: String {
        line == 0 ? text : column == 0 ? "\(text):\(line)" : "\(text):\(line):\(column)"
    }
}
