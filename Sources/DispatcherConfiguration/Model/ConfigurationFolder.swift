/// A folder that holds config.yaml and routes.d.
package struct ConfigurationFolder: Sendable, Hashable {
    package var path: String
    package var kind: Kind
    /// Whether it is a mistake that the folder does not exist.
    package var isRequired = false

    package init(path: String, _ kind: Kind) {
        self.path = path
        self.kind = kind
    }

    package enum Kind: Sendable, Hashable {
        /// The user's own folder: in XDG_CONFIG_HOME, or named by `--config`.
        case own
        /// A folder in XDG_CONFIG_DIRS. A config.yaml in this folder counts if root owns the file.
        case system
        /// A folder in XDG_DATA_DIRS. A config.yaml in this folder never counts.
        case data
    }

    /// Whether the folder is the user's own. Files that others install do not decide what is trusted.
    var isOwn: Bool { kind == .own }

    /// Returns the folders of the XDG Base Directory Specification, the most important folder first. Relative entries
    /// are ignored, as the specification demands. Without `HOME` and `XDG_CONFIG_HOME` the user has no own folder.
    package static func search(environment: [String: String]) -> [ConfigurationFolder] {
        func entries(_ variable: String, default list: String) -> [String] {
            let value = environment[variable] ?? ""
            let paths = (value.isEmpty ? list : value).utf8.split(separator: UInt8(ascii: ":"))
            return paths.map { String(Substring($0)) }.filter { $0.hasPrefix("/") }
        }
        var own = environment["XDG_CONFIG_HOME"] ?? ""
        if !own.hasPrefix("/") { own = environment["HOME"].map { "\($0)/.config" } ?? "" }
        let home = own.hasPrefix("/") ? [own] : []
        let system = entries("XDG_CONFIG_DIRS", default: "/etc/xdg")
        let data = entries("XDG_DATA_DIRS", default: "/usr/local/share:/usr/share")
        var folders: [ConfigurationFolder] = []
        for (bases, kind) in [(home, Kind.own), (system, .system), (data, .data)] {
            for base in bases {
                let path = (base.hasSuffix("/") ? base : "\(base)/") + "xcallbackd"
                if !folders.contains(where: { $0.path == path }) {
                    folders.append(ConfigurationFolder(path: path, kind))
                }
            }
        }
        return folders
    }

    /// Returns the folder that a program names, which counts as the user's own.
    package static func only(_ path: String, isRequired: Bool = false) -> [ConfigurationFolder] {
        var folder = ConfigurationFolder(path: path, .own)
        folder.isRequired = isRequired
        return [folder]
    }
}
