import UnixSystem

extension AssociationRules {
    /// Returns the reason why xdg-open would lose every URL in a KDE session, and the remedy; nil if xdg-open works.
    /// xdg-open runs KDE's opener even if that opener is missing. Before version 1.2, xdg-open opens nothing in KDE 6,
    /// and exits with 0.
    /// - Parameter path: The path of the program that opens URLs. Only a program with the name xdg-open can have this
    ///   fault.
    package static func fault(
        ofOpener path: String, in environment: [String: String]
    ) -> (reason: String, remedy: String)? {
        guard path.split(separator: "/").last == "xdg-open" else { return nil }
        guard Self(environment: environment) == .kde else { return nil }
        let version = environment["KDE_SESSION_VERSION"] ?? ""
        let script = KeyFile.contents(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        if !version.isEmpty, let known = knownVersions(script), known.isDisjoint(with: [version[...], "*"]) {
            return (
                "xdg-open before 1.2 opens nothing in a session of KDE \(version)",
                "install xdg-utils 1.2, or set 'opener: [gio, open]' in config.yaml"
            )
        }
        let opener =
            switch version {
            case "": "kfmclient"
            case "5": "kde-open5"
            default: "kde-open"
            }
        guard ProgramSearch.find(opener, in: environment) == nil else { return nil }
        return (
            "in this KDE session xdg-open needs '\(opener)', which is not found",
            "apt install kde-cli-tools, or set 'opener: [gio, open]' in config.yaml"
        )
    }

    /// Returns the versions of KDE for which the script has a branch; nil if the program is not such a script.
    private static func knownVersions(_ script: String) -> Set<Substring>? {
        let lines = script.split(separator: "\n").lazy.map { $0.drop { $0 == " " || $0 == "\t" } }
        let branches = lines.drop { $0 != "open_kde()" }.prefix { $0 != "esac" }.filter { $0.hasSuffix(")") }
        return branches.isEmpty ? nil : Set(branches.flatMap { $0.dropLast().split(separator: "|") })
    }
}
