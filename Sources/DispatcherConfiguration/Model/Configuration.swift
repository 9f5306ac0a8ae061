/// Everything that the files say.
package struct Configuration: Sendable {
    package var settings: Settings
    /// The files that serve, in the order in which ties are decided.
    package var features: [Feature]
    /// Every file that was looked at.
    package var files: [File]

    package init(settings: Settings = Settings(), features: [Feature] = [], files: [File] = []) {
        self.settings = settings
        self.features = features
        self.files = files
    }

    /// Whether config.yaml is bad: then nothing serves at start (exit 78), while a bad file of routes.d only drops out.
    package var hasBadSettings: Bool { files.contains { $0.kind == .settings && $0.state == .refused } }

    /// What is wrong in any of the files, file by file.
    package var mistakes: [Diagnostic] { files.flatMap(\.mistakes) }

    /// What does not hinder any of the files, file by file.
    package var warnings: [Diagnostic] { files.flatMap(\.warnings) }

    package struct File: Sendable, Hashable {
        /// The whole path; the locations in its mistakes name it relative to its folder.
        package var path: String
        package var kind: Kind
        package var state: State
        package var mistakes: [Diagnostic]
        /// What is ignored or will not work, without making the file refused.
        package var warnings: [Diagnostic]

        package init(
            path: String, kind: Kind = .routes, state: State = .loaded, mistakes: [Diagnostic] = [],
            warnings: [Diagnostic] = []
        ) {
            self.path = path
            self.kind = kind
            self.state = state
            self.mistakes = mistakes
            self.warnings = warnings
        }
    }

    package enum Kind: Sendable, Hashable {
        /// config.yaml
        case settings
        /// A feature
        case routes
    }

    package enum State: String, Sendable, Hashable {
        case loaded, refused
        /// A file of the same name in an earlier folder stands in its place.
        case masked
        /// Empty: it switches off the files of its name in later folders.
        case empty
    }
}
