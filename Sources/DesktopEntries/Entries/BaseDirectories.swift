/// The directories of a user's files (XDG Base Directory Specification), from environment variables only, because a
/// static executable cannot read the user database.
package struct BaseDirectories: Sendable, Hashable {
    /// `$XDG_DATA_HOME`, or `~/.local/share`.
    package let data: String
    /// `$XDG_CONFIG_HOME`, or `~/.config`.
    package let configuration: String
    /// `$XDG_STATE_HOME`, or `~/.local/state`.
    package let state: String
    /// `~/.local/bin`, for which no variable exists; nil without a HOME.
    package let programs: String?
    /// `data`, then `$XDG_DATA_DIRS`, or `/usr/local/share` and `/usr/share`. The first directory that has a file wins.
    package let dataSearchPath: [String]
    /// `configuration`, then `$XDG_CONFIG_DIRS`, or `/etc/xdg`.
    package let configurationSearchPath: [String]
    /// The names in `$XDG_CURRENT_DESKTOP`, lower-cased, in order.
    package let desktops: [String]

    /// Reads the variables. A relative path counts as unset, as the specification demands, and so does a path with a
    /// newline. Throws if a directory then depends on a HOME that is not set.
    package init(environment: [String: String]) throws(InstallationError) {
        let home = environment["HOME"].flatMap(Self.absolute)
        func directory(_ variable: String, _ fallback: String) throws(InstallationError) -> String {
            if let path = environment[variable].flatMap(Self.absolute) { return path }
            guard let home else { throw .noHome(variable: variable) }
            return home == "/" ? "/" + fallback : "\(home)/\(fallback)"
        }
        data = try directory("XDG_DATA_HOME", ".local/share")
        configuration = try directory("XDG_CONFIG_HOME", ".config")
        state = try directory("XDG_STATE_HOME", ".local/state")
        programs = home.map { $0 == "/" ? "/.local/bin" : "\($0)/.local/bin" }
        dataSearchPath =
            [data] + Self.directories(environment["XDG_DATA_DIRS"], otherwise: ["/usr/local/share", "/usr/share"])
        configurationSearchPath =
            [configuration] + Self.directories(environment["XDG_CONFIG_DIRS"], otherwise: ["/etc/xdg"])
        desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map { $0.lowercased() }
    }

    /// The directory of the user's own .desktop files.
    package var applications: String { "\(data)/applications" }
    /// The directory of the user's own units (systemd.unit(5)).
    package var userUnits: String { "\(configuration)/systemd/user" }
    /// The user's mimeapps.list files: first the files of the desktops in use, which take precedence, then the file for
    /// all desktops.
    package var defaultApplications: [String] { defaultApplications(in: configuration) }
    /// The record of what `install` wrote, and of the former default programs.
    package var installationRecord: String { "\(state)/xcallbackd/former-defaults" }

    /// The folder of the records of adopted programs, a file for each scheme.
    var adoptionRecords: String { "\(state)/xcallbackd/adopted" }

    /// Returns the same files in another directory of the search path.
    func defaultApplications(in directory: String) -> [String] {
        (desktops.map { "\($0)-" } + [""]).map { "\(directory)/\($0)mimeapps.list" }
    }

    private static func directories(_ variable: String?, otherwise: [String]) -> [String] {
        let listed = (variable ?? "").split(separator: ":").compactMap { absolute(String($0)) }
        return listed.isEmpty ? otherwise : listed
    }

    private static func absolute(_ path: String) -> String? {
        guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(UInt8(ascii: "\n")) else { return nil }
        var path = Substring(path)
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
        return String(path)
    }
}
