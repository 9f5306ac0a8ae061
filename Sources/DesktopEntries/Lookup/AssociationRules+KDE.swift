extension AssociationRules {
    /// Returns the program by which xdg-open opens each URL in a KDE session; nil in any other.
    package static func kdeProgram(in environment: [String: String]) -> String? {
        guard Self(environment: environment) == .kde else { return nil }
        return switch environment["KDE_SESSION_VERSION"] ?? "" {
        case "": "kfmclient"
        case "5": "kde-open5"
        default: "kde-open"
        }
    }
}
