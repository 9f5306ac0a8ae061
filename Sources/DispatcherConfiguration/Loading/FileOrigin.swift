/// The origin of a file, which decides which keys count.
final class FileOrigin: Sendable {
    /// The full path.
    let path: String
    /// The path in messages, relative to the configuration folder.
    let shown: String
    /// Whether the file is in the user's own folder. Files of others add routes, but do not decide what is trusted.
    let isOwn: Bool
    /// The folder from which relative paths in the file are resolved.
    let folder: String

    init(path: String, shown: String, isOwn: Bool) {
        self.path = path
        self.shown = shown
        self.isOwn = isOwn
        folder = RelativePath.folder(of: path)
    }

    var start: SourceLocation { SourceLocation(file: shown, line: 1, column: 1) }
}
