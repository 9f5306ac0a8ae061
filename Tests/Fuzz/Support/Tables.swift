import DispatcherRequests

@testable import DispatcherConfiguration

/// Route tables of configuration files that are texts.
enum Tables {
    /// Throws the mistakes of the files. Each file of routes but the first names its feature.
    static func table(settings: String = "", routes: String...) throws -> DispatchTable {
        let origin = FileOrigin(path: "/srv/fuzz.yaml", shown: "fuzz.yaml")
        let diagnostics = Diagnostics()
        let node = { (text: String) in YAMLReader.read(Array(text.utf8), file: origin.shown, diagnostics: diagnostics) }
        let context = ValueContext(origin: origin, diagnostics: diagnostics)
        let read = node(settings).map { Settings($0, context) }
        let reader = FeatureReader(context: context, settings: read ?? Settings())
        let features = routes.compactMap { node($0).flatMap(reader.feature) }
        if let mistake = diagnostics.mistakes.first { throw Violation("\(mistake)") }
        let configuration = try configuration(read ?? Settings(), features)
        return try DispatchTable(configuration: configuration, compiled: [])
    }

    /// Throws if two routes tie.
    static func configuration(_ settings: Settings, _ features: [Feature]) throws -> Configuration {
        var configuration = Configuration(settings: settings, features: features)
        for feature in features {
            for route in feature.routes { try configuration.index.add(route, of: feature) }
        }
        return configuration
    }
}
