/// The socket that a request came in by. Trust belongs to it, and to nothing that a message says.
package enum Door: String, Sendable, Hashable, CaseIterable {
    /// What the desktop's URL handler speaks to, and so what any web page can reach.
    case desktop
    /// The user's own scripts and workers.
    case control

    package var socketName: String { "\(rawValue).sock" }
}
