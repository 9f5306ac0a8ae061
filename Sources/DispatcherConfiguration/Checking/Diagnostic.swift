/// A mistake or a warning: the place in a file, and a message about what is wrong and what would be right.
package struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    package var location: SourceLocation
    package var message: String

    package init(_ location: SourceLocation, _ message: String) {
        self.location = location
        self.message = message
    }

    /// `routes.d/notes.yaml:12:7: unknown type 'strng'; did you mean 'string'?`
    package var description: String { "\(location): \(message)" }
}
