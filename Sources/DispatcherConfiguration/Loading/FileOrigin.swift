/// Where a file comes from, and what it may therefore say.
struct FileOrigin: Sendable, Hashable {
    /// The whole path.
    let path: String
    /// The path as messages show it, relative to its folder of configuration.
    let shown: String
    /// Whether it lies in the user's own folder. Others ship routes, but do not decide what is trusted.
    let isOwn: Bool

    /// Where the relative paths in it begin.
    var folder: String { RelativePath.folder(of: path) }

    var start: SourceLocation { SourceLocation(file: shown, line: 1, column: 1) }
}
