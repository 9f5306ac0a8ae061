import UnixSystem

/// The folder for the files that outlive the daemon. Only this type decides on the path.
package struct StateDirectory: Sendable, Hashable {
    package let path: String

    /// The name of the file of permanent grants.
    static let grantsName = "grants.json"

    /// `override` (an option), else xcallbackd in XDG_STATE_HOME, else in ~/.local/state; nil if no such folder is
    /// known.
    package init?(override: String? = nil, environment: [String: String]) {
        if let override, !override.isEmpty {
            path = Directory.absolute(override)
        } else if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            path = "\(state)/xcallbackd"
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            path = "\(home)/.local/state/xcallbackd"
        } else {
            return nil
        }
    }

    /// Makes the folder. Throws ``StartError`` if other users may change the folder or a file in it: the journal decides what
    /// runs after a kill.
    func check() throws(StartError) {
        let trusted = TrustedFiles()
        // The journal reports a folder that cannot be made or listed, and continues in memory.
        _ = try? Directory.make(path)
        let names = ((try? Directory.entries(of: path)) ?? []).map(\.name)
        // A file of grants that other users may change grants nothing.
        for file in [path] + names.filter({ $0 != Self.grantsName }).map({ "\(path)/\($0)" }) {
            try StartError.check(file, of: "state", trusted)
        }
    }
}
