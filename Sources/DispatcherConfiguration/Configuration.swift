/// Everything that the files say.
package struct Configuration: Sendable {
    package var settings: Settings
    /// The files that serve, in the order in which ties are decided.
    package var features: [Feature]
    /// Every file that was looked at.
    package var files: [File]

    package struct File: Sendable, Hashable {
        package var path: String
        package var state: State
        package var mistakes: [Mistake]
        /// What is ignored or will not work, without making the file refused.
        package var warnings: [Mistake]
    }

    package enum State: String, Sendable, Hashable {
        case loaded, refused
        /// A file of the same name in an earlier folder stands in its place.
        case masked
        /// Empty: it switches off the files of its name in later folders.
        case empty
    }
}

/// Something wrong in a file, and what would be right.
package struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
    package var location: SourceLocation
    package var message: String

    package init(_ location: SourceLocation, _ message: String) {
        self.location = location
        self.message = message
    }

    /// `routes.d/notes.yaml:12:7: unknown type 'strng'; did you mean 'string'?`
    package var description: String { "\(location): \(message)" }
}
