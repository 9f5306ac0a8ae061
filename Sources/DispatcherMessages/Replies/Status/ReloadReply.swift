/// The reply to `reload`: `{"loaded":[…],"refused":[{"file":…,"mistakes":[…]}]}`.
package struct ReloadReply: Reply, Codable {
    /// A file with mistakes, because of which the previous configuration stays in use.
    package struct Refused: Codable, Sendable, Hashable {
        package var file: String
        package var mistakes: [String]

        package init(file: String, mistakes: [String]) {
            self.file = file
            self.mistakes = mistakes
        }
    }

    /// The paths of the files that were loaded.
    package var loaded: [String]
    package var refused: [Refused]

    package init(loaded: [String], refused: [Refused]) {
        self.loaded = loaded
        self.refused = refused
    }
}
