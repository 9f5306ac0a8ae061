package import QueryCoding
package import UnixSystem

/// A request as it was received. The caller has removed its secrets: the journal redacts nothing.
package struct AcceptedRequest: Sendable, Hashable {
    /// The unique id of the request.
    package var id: String
    /// The id that the caller gave the request.
    package var clientID: String?
    /// The socket that received the request.
    package var door: Door
    /// The URL, complete enough to run it after a restart.
    package var url: String
    /// The time of arrival; nil to use the time of the record.
    package var time: Timestamp?
    /// The number of requests that led to this request, each caused by the previous one.
    package var depth: Int
    /// The process that sent the request.
    package var peer: PeerProcess?
    /// The name that an agent gives itself.
    package var client: String?
    /// The session variables, which are kept until the request and its callback are finished.
    package var environment: [String: String]
    /// The callbacks that the earlier requests of the chain permit; nil for all callbacks.
    package var narrowing: QueryValue?
    /// Whether the URL was read as one text after its scheme.
    package var isOpaque: Bool

    package init(
        id: String, clientID: String? = nil, door: Door, url: String, time: Timestamp? = nil, depth: Int = 0,
        peer: PeerProcess? = nil, client: String? = nil, environment: [String: String] = [:],
        narrowing: QueryValue? = nil, isOpaque: Bool = false
    ) {
        self.id = id
        self.clientID = clientID
        self.door = door
        self.url = url
        self.time = time
        self.depth = depth
        self.peer = peer
        self.client = client
        self.environment = environment
        self.narrowing = narrowing
        self.isOpaque = isOpaque
    }
}
