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

extension ConfigurationLoader {
    fileprivate mutating func read(_ folder: ConfigurationFolder) {
        // A change from here on counts as a change after the loading.
        note(folder, Configuration.stamps(of: folder))
        if folder.isRequired, !Directory.exists(folder.path) {
            refuse(FileOrigin(path: folder.path, shown: folder.path), .settings, "no such folder")
        }
        _ = readSettings(FileOrigin(path: "\(folder.path)/config.yaml", shown: "config.yaml"))
        let misnamed = FileOrigin(path: "\(folder.path)/config.yml", shown: "config.yml")
        // The daemon starts without this file, as in earlier versions.
        if UnixSystem.File.exists(misnamed.path) { refuseName(of: misnamed) }
        let routes = FileOrigin(path: "\(folder.path)/routes.d", shown: "routes.d")
        let (names, failure) = FileReading.names(in: routes.path, trusted)
        if let failure { return refuse(routes, .routes, failure) }
        for name in names {
            let origin = FileOrigin(path: "\(routes.path)/\(name)", shown: "routes.d/\(name)")
            if FileReading.isMisnamed(name) { refuseName(of: origin) } else { readRoutes(origin) }
        }
    }
}
