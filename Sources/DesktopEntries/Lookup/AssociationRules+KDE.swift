import UnixSystem

extension AssociationRules {
    /// Returns the reason why xdg-open would lose each URL in this session; nil if it would not. In a KDE session it runs an
    /// opener of KDE without a look whether it is there. Before version 1.2 it runs none in KDE 6, and ends with 0.
    /// - Parameter path: The path of xdg-open.
    package static func fault(ofXdgOpen path: String, in environment: [String: String]) -> String? {
        guard Self(environment: environment) == .kde else { return nil }
        let version = environment["KDE_SESSION_VERSION"] ?? ""
        let script = ApplicationDirectories.contents(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        if !version.isEmpty, let known = knownVersions(script), known.isDisjoint(with: [version[...], "*"]) {
            return "xdg-open before 1.2 opens nothing in a session of KDE \(version)"
        }
        let opener =
            switch version {
            case "": "kfmclient"
            case "5": "kde-open5"
            default: "kde-open"
            }
        guard ProgramSearch.find(opener, in: environment) == nil else { return nil }
        return "in this KDE session xdg-open needs '\(opener)', which is not found"
    }

    /// The versions of KDE for which the script has a branch; nil for a program that is no such script.
    private static func knownVersions(_ script: String) -> Set<Substring>? {
        let lines = script.split(separator: "\n").lazy.map { $0.drop { $0 == " " || $0 == "\t" } }
        let branches = lines.drop { $0 != "open_kde()" }.prefix { $0 != "esac" }.filter { $0.hasSuffix(")") }
        return branches.isEmpty ? nil : Set(branches.flatMap { $0.dropLast().split(separator: "|") })
    }
}
