package import URLSchemeRouter
import UnixSystem

extension Configuration {
    /// Reads config.yaml and routes.d/*.yaml of a folder. Features are ordered by name.
    /// - Parameters:
    ///   - folder: The folder; nil for the defaults, without files.
    ///   - scopes: The scopes that the program answers in addition to the files' scopes.
    package static func load(_ folder: ConfigurationFolder?, besides scopes: [Scope] = []) -> Configuration {
        var loader = ConfigurationLoader()
        if let folder { loader.read(folder) }
        loader.checkTargets(besides: scopes)
        return loader.configuration
    }

    /// Reads only these files. A file named config.yaml contains settings, any other file routes.
    package static func load(files: [String]) -> Configuration {
        var loader = ConfigurationLoader()
        let origins = files.map { FileOrigin(path: $0, shown: $0) }
        let isSettings = { (origin: FileOrigin) in RelativePath.name(of: origin.path) == "config.yaml" }
        for origin in origins where isSettings(origin) {
            if !loader.readSettings(origin) { loader.refuse(origin, .settings, FileReading.noSuchFile) }
        }
        for origin in origins where !isSettings(origin) {
            if case .missing = FileReading.read(origin.path, loader.trusted) {
                loader.refuse(origin, .routes, FileReading.noSuchFile)
            } else if FileReading.isMisnamed(origin.path) {
                loader.refuseName(of: origin)
            } else {
                loader.readRoutes(origin)
            }
        }
        loader.checkTargets(besides: [])
        return loader.configuration
    }
}
