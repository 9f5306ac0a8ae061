import UnixSystem

/// A file of routes that the user has, or that is about to be written.
struct RouteFile {
    let path: String
    /// The contents of the file; nil if the file does not exist yet.
    let contents: [UInt8]?

    /// The maximum size of a file that the daemon reads, in bytes.
    private static let limit = 1 << 20

    /// - Parameter name: The name of the file without its extension.
    init(name: String) throws(SystemCallError) {
        try self.init(path: "\(Self.folder)/\(name).yaml")
    }

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

    /// The paths of the user's other files of routes.
    var others: [String] { Self.names.map { "\(Self.folder)/\($0).yaml" }.filter { $0 != path } }

    /// The name of the file in its folder.
    var name: Substring { path.split(separator: "/").last ?? "" }

    /// Replaces the file, and makes its folder for the user alone.
    func write(_ text: [UInt8]) throws(SystemCallError) {
        _ = try Directory.make(Directory.parent(of: path))
        try File.replace(path, with: text, followsLinks: true)
    }

    /// Restores the contents that the file had when it was read; removes a file that did not exist then.
    func restore() throws(SystemCallError) {
        if let contents { try File.replace(path, with: contents, followsLinks: true) } else { try File.remove(path) }
    }
}
