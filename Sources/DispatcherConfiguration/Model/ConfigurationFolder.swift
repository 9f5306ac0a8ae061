/// A folder that holds config.yaml and routes.d.
package struct ConfigurationFolder: Sendable, Hashable {
    package let path: String
    /// Whether it is a mistake that the folder does not exist.
    package let isRequired: Bool

    package init(path: String, isRequired: Bool = false) {
        self.path = path
        self.isRequired = isRequired
    }

    /// Returns the user's own folder: `$XDG_CONFIG_HOME/xcallbackd`, or `~/.config/xcallbackd` if the variable is not an
    /// absolute path. Returns nil without `HOME` and `XDG_CONFIG_HOME`.
    package static func user(environment: [String: String]) -> ConfigurationFolder? {
        var base = environment["XDG_CONFIG_HOME"] ?? ""
        if !base.hasPrefix("/") { base = environment["HOME"].map { "\($0)/.config" } ?? "" }
        guard base.hasPrefix("/") else { return nil }
        return ConfigurationFolder(path: (base.hasSuffix("/") ? base : "\(base)/") + "xcallbackd")
    }
}
