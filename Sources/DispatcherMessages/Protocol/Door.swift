/// The socket by which a request arrived. Trust depends on the socket, and never on the content of a message.
package enum Door: String, Codable, Sendable, Hashable, CaseIterable {
    /// The socket of the desktop's URL handler, which any web page can reach.
    case desktop
    /// The socket of the user's own scripts and workers.
    case control

    package var socketName: String { "\(rawValue).sock" }
}

extension Door {
    /// Returns how much of a limit a socket may use. The desktop socket may use half of the limit, and at least one, so
    /// that the control socket always has room.
    package func share(of limit: Int) -> Int { self == .desktop ? min(max(limit / 2, 1), limit) : limit }
}
