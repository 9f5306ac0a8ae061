import DispatcherConfiguration
import FoundationEssentials
import Testing

/// A folder of configuration that lives as long as the test.
final class TemporaryFolder: Sendable {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "xcallbackd-\(UUID())").path
        try FileManager.default.createDirectory(atPath: "\(path)/routes.d", withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws { try write(bytes: Array(text.utf8), to: name) }

    func write(bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func own() -> ConfigurationFolder { ConfigurationFolder(path: path, isOwn: true) }
    func shared() -> ConfigurationFolder { ConfigurationFolder(path: path, isOwn: false) }

    func load() -> Configuration { Configuration.load(search: [own()]) }
}

extension Configuration {
    /// The configuration of one file of routes, as the user's own.
    static func routes(_ text: String) throws -> Configuration {
        try TemporaryFolder(["routes.d/notes.yaml": text]).load()
    }

    /// The first route of a file that has only `schemes: [notes]` beside it.
    static func route(_ lines: String) throws -> RouteDefinition? {
        try routes("schemes: [notes]\nroutes:\n  - name: r\n    \(lines.replacing("\n", with: "\n    "))\n").features
            .first?.routes.first
    }
}
