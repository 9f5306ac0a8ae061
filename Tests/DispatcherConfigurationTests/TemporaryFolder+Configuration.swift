import DispatcherConfiguration
import TestSupport
import Testing
import URLSchemeRouter

extension TemporaryFolder {
    /// A folder of configuration with these files, by their paths.
    convenience init(configuration files: [String: String]) throws {
        try self.init()
        try makeFolder("routes.d")
        for (name, text) in files { try write(text, to: name) }
    }

    func load(besides scopes: [Scope] = []) -> Configuration {
        Configuration.load(ConfigurationFolder(path: path), besides: scopes)
    }
}

extension Configuration {
    /// The configuration of one file of routes.
    static func routes(_ text: String) throws -> Configuration {
        try TemporaryFolder(configuration: ["routes.d/notes.yaml": text]).load()
    }

    /// The route of a file that has only `schemes: [notes]` beside it.
    static func route(_ lines: String) throws -> RouteDefinition {
        try #require(try routes(BadFile.route(lines)).firstRoute)
    }

    /// The mistakes of all files, each with its place.
    var mistakeTexts: [String] { mistakes.map(\.description) }

    /// The first route of the first file.
    var firstRoute: RouteDefinition? { features.first?.routes.first?.value }
}
