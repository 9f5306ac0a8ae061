/// The socket by which a request arrived. Trust depends on the socket, and never on the content of a message.
package enum Door: String, Codable, Sendable, Hashable, CaseIterable {
    /// The socket of the desktop's URL handler, which any web page can reach.
    case desktop
    /// The socket of the user's own scripts and workers.
    case control
    /// The socket of agents: programs that act for a language model. A mail or a web page that the model reads may choose the
    /// calls of an agent.
    case agent

    /// The path of the socket in the folder of the sockets. The agent socket has a folder of its own, which a container can
    /// get without the other sockets, and in which a container finds the socket of the next daemon too.
    package var socketName: String { self == .agent ? "agent/agent.sock" : "\(rawValue).sock" }

    /// Whether the user's own scripts use the socket. The texts of others may choose the requests of any other socket.
    package var isTrusted: Bool { self == .control }

    /// The maximum length of a line on a socket that is not trusted, in bytes. The settings may have a lower limit.
    package static let untrustedLine = 256 << 10

    /// Returns how much of a limit the socket may use: the desktop socket half of the limit and the agent socket a quarter, at
    /// least one, so that the control socket always has room.
    package func share(of limit: Int) -> Int {
        switch self {
        case .desktop: min(max(limit / 2, 1), limit)
        case .agent: min(max(limit / 4, 1), limit)
        case .control: limit
        }
    }
}
