import DispatcherMessages
import UnixSystem

/// A file of routes that the user has, or that is about to be written.
struct RouteFile {
    let path: String
    /// The contents of the file; nil if the file does not exist yet.
    let contents: [UInt8]?

    /// The maximum size of a file that the daemon reads, in bytes.
    private static let limit = 1 << 20

    /// - Parameter name: The name of the file without its extension.
    init(name: String) throws(SystemCallError) { try self.init(path: "\(Self.folder)/\(name).yaml") }

    init(path: String) throws(SystemCallError) {
        self.path = path
        contents = try FileContents.read(path, limit: Self.limit)
    }

    /// The folder of the user's own routes.
    static var folder: String { Shell.folder("XDG_CONFIG_HOME", orHome: ".config") + "/xcallbackd/routes.d" }

    /// The names of the user's own files of routes, without their extension.
    static var names: [String] {
        let files = (try? Directory.entries(of: folder)) ?? []
        return files.filter { !$0.isDirectory && $0.name.hasSuffix(".yaml") }.map { String($0.name.dropLast(5)) }
    }

    /// The name of the file in its folder.
    var name: Substring { path.split(separator: "/").last ?? "" }

    /// The path for people.
    var shownPath: String { Printable.shown(path, limit: nil) }

    /// Replaces the file, or removes the file if there is no text. Throws the exit status if another program has changed
    /// the file since it was read.
    func replace(with text: [UInt8]?) throws {
        guard try FileContents.read(path, limit: Self.limit) == contents else {
            throw Shell.failure(
                "another program has changed \(shownPath) meanwhile; nothing was changed", .configuration)
        }
        try write(text)
    }

    /// Writes the file without a look at its present contents; removes the file if there is no text.
    func write(_ text: [UInt8]?) throws(SystemCallError) {
        guard let text else { return try File.remove(path) }
        // The folder is for the user alone.
        _ = try Directory.make(Directory.parent(of: path))
        try File.replace(path, with: text, followsLinks: true)
    }
}
