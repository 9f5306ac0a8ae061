package import RequestRecord

/// What `xcallback pause` and `xcallback resume` name: `clicks`, `agents` or a file of routes.
package enum PauseTarget: Sendable, Hashable {
    case socket(Door)
    case file(String)

    private static let prefix = "file:"

    /// Reads a word. A file with the name of a socket is `file:agents`.
    package init(_ word: String) {
        self =
            switch word {
            case "clicks", Door.desktop.rawValue: .socket(.desktop)
            case "agents", Door.agent.rawValue: .socket(.agent)
            default: .file(word.hasPrefix(Self.prefix) ? String(word.dropFirst(Self.prefix.count)) : word)
            }
    }

    /// The word, from which ``init(_:)`` makes the same value.
    package var word: String {
        switch self {
        case .socket(let door): door == .agent ? "agents" : "clicks"
        case .file(let name):
            PauseTarget(name) == self && Duration(text: name) == nil ? name : Self.prefix + name
        }
    }

    /// The command that ends a pause.
    package var resume: String { self == .socket(.desktop) ? "xcallback resume" : "xcallback resume \(word)" }
}
