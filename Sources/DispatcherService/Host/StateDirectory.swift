import UnixSystem

/// Where the daemon keeps what outlives it: the one place that knows.
package struct StateDirectory: Sendable, Hashable {
    package let path: String

    /// The file of what the user allowed for good.
    static let grantsName = "grants.json"

    /// `override` (an option), then xcallbackd in XDG_STATE_HOME, then in ~/.local/state; nil where none of them is known.
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

    /// Throws ``StartError`` if others may change the folder or a file in it: the journal says what is run after a kill.
    func check() throws(StartError) {
        let trusted = TrustedFiles()
        // The journal reports a folder that cannot be listed, and goes on in memory.
        let names = ((try? Directory.entries(of: path)) ?? []).map(\.name)
        // A file of grants that others may change grants nothing.
        for file in [path] + names.filter({ $0 != Self.grantsName }).map({ "\(path)/\($0)" }) {
            do throws(TrustedFileError) {
                try trusted.check(file)
            } catch {
                if case .untrusted(let file) = error { throw .untrusted(file.description) }
            }
        }
    }
}
