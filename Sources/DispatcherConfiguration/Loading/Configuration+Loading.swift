package import URLSchemeRouter
import UnixSystem

extension Configuration {
    /// Reads config.yaml and routes.d/*.yaml of the folders, the most important folder first. A file masks the files of
    /// the same name in later folders. Features are ordered by folder, and within a folder by name. A config.yaml in a
    /// data folder is ignored, because it would choose the opener and the prompt.
    /// - Parameter scopes: The scopes that the program answers in addition to the files' scopes.
    package static func load(search folders: [ConfigurationFolder], besides scopes: [Scope] = []) -> Configuration {
        var loader = ConfigurationLoader()
        // A change from here on counts as a change after the loading.
        loader.note(folders, Self.stamps(of: folders))
        var hasSettings = false
        for folder in folders where folder.isRequired && !Directory.exists(folder.path) {
            loader.refuse(FileOrigin(path: folder.path, shown: folder.path, isOwn: true), .settings, "no such folder")
        }
        for folder in folders where folder.kind != .data {
            let name = "config.yaml"
            let origin = FileOrigin(path: "\(folder.path)/\(name)", shown: name, isOwn: folder.isOwn)
            if !hasSettings {
                hasSettings = loader.readSettings(origin)
            } else if UnixSystem.File.exists(origin.path) {
                loader.record(origin, .settings, as: .masked)
            }
            let misnamed = FileOrigin(path: "\(folder.path)/config.yml", shown: "config.yml", isOwn: folder.isOwn)
            // The daemon starts without this file, as in earlier versions.
            if UnixSystem.File.exists(misnamed.path) { loader.refuseName(of: misnamed) }
        }
        var seen: Set<String> = []
        for folder in folders {
            let routes = FileOrigin(path: "\(folder.path)/routes.d", shown: "routes.d", isOwn: folder.isOwn)
            let (names, failure) = FileReading.names(in: routes.path, loader.trusted)
            if let failure { loader.refuse(routes, .routes, failure) }
            for name in names {
                let origin = FileOrigin(path: "\(routes.path)/\(name)", shown: "routes.d/\(name)", isOwn: folder.isOwn)
                let isFirst = seen.insert(name).inserted
                if failure != nil {
                    loader.claimSchemes(of: origin)
                } else if FileReading.isMisnamed(name) {
                    loader.refuseName(of: origin)
                    loader.claimSchemes(of: origin)
                } else if isFirst {
                    loader.readRoutes(origin)
                } else {
                    loader.record(origin, .routes, as: .masked)
                }
            }
        }
        loader.checkTargets(besides: scopes)
        return loader.configuration
    }

    /// Reads only these files, as the user's own files. A file named config.yaml contains settings, any other file
    /// routes.
    package static func load(files: [String]) -> Configuration {
        var loader = ConfigurationLoader()
        let origins = files.map { FileOrigin(path: $0, shown: $0, isOwn: true) }
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
