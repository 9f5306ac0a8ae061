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
    /// The time of arrival; nil for the time of the record.
    package var time: Timestamp?
    /// The number of requests that led to this one, each of which caused the next.
    package var depth: Int
    /// The process that sent it.
    package var peer: PeerProcess?
    /// The session variables, which are kept until the request and its callback are finished.
    package var environment: [String: String]
    /// The callbacks that the requests that led to it permit; nil for all.
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
