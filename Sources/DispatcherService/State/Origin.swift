import DispatcherMessages

/// The origin of a message.
struct Origin: Sendable {
    /// The socket, which decides how far the message is trusted.
    var door: Door
    /// The process that sent the message, if it is known.
    var peer: PeerProcess?
}
