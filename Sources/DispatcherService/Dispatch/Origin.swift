import DispatcherMessages

/// Where a message comes from.
struct Origin: Sendable {
    /// What decides how far it is trusted.
    var door: Door
    /// Who sent it, as far as that is known.
    var peer: PeerProcess?
}
