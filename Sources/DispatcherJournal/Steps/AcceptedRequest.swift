package import DispatcherMessages
package import QueryCoding
package import UnixSystem

/// A request as it came in. Its secrets are left out already: the journal hides nothing.
package struct AcceptedRequest: Sendable, Hashable {
    /// Its name, unique for all time.
    package var id: String
    /// The name that its caller gave it.
    package var clientID: String?
    /// The socket that it came in by.
    package var door: Door
    /// The URL, as it can be run after a restart.
    package var url: String
    /// When it came in; nil for the time at which that is recorded.
    package var time: Timestamp?
    /// How many requests led to it, each having caused the next.
    package var depth: Int
    /// Who sent it.
    package var peer: PeerProcess?
    /// Its session variables, kept until nothing more becomes of it.
    package var environment: [String: String]
    /// What the requests that led to it let out; nil for everything.
    package var narrowing: QueryValue?

    package init(
        id: String, clientID: String? = nil, door: Door, url: String, time: Timestamp? = nil, depth: Int = 0,
        peer: PeerProcess? = nil, environment: [String: String] = [:], narrowing: QueryValue? = nil
    ) {
        self.id = id
        self.clientID = clientID
        self.door = door
        self.url = url
        self.time = time
        self.depth = depth
        self.peer = peer
        self.environment = environment
        self.narrowing = narrowing
    }
}
