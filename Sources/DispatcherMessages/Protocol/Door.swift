/// The socket that a request arrived by. Trust depends on it, and on nothing that a message contains.
package enum Door: String, Codable, Sendable, Hashable, CaseIterable {
    /// The socket of the desktop's URL handler, which any web page can reach.
    case desktop
    /// The socket of the user's own scripts and workers.
    case control

    package var socketName: String { "\(rawValue).sock" }
}

extension Door {
    /// Returns how much of a limit a socket may use. The desktop socket may use half of it, and at least one, so that
    /// whatever happens there leaves room for the control socket.
    package func share(of limit: Int) -> Int { self == .desktop ? min(max(limit / 2, 1), limit) : limit }
}
