/// What is known of a request when it comes in.
///
/// The journal neither reads nor hides anything: texts of JSON are printed by the caller, secrets are hidden by it.
package struct AcceptedRequest: Sendable, Hashable {
    /// Its name, unique for all time.
    package var id: String
    /// The name that its caller gave it.
    package var clientID: String?
    /// The socket that it came in by.
    package var door: String
    /// The URL, such that it can be run after a restart. ``Handling`` and ``Conclusion`` replace it by one without secrets.
    package var url: String
    /// When it came in; nil for when that is recorded.
    package var moment: Moment?
    /// How many requests stand behind it, each having caused the next.
    package var depth: Int
    /// Who sent it.
    package var peer: Peer?
    /// Its session variables as JSON, kept until the request is settled.
    package var environment: String?
    /// What the requests that it follows from let out, as JSON; nil for everything.
    package var narrowing: String?

    /// The process at the other end of a connection.
    package struct Peer: Sendable, Hashable {
        package var process: Int32
        package var program: String?

        package init(process: Int32, program: String? = nil) {
            self.process = process
            self.program = program
        }
    }

    package init(
        id: String, clientID: String? = nil, door: String, url: String, moment: Moment? = nil, depth: Int = 0,
        peer: Peer? = nil, environment: String? = nil, narrowing: String? = nil
    ) {
        self.id = id
        self.clientID = clientID
        self.door = door
        self.url = url
        self.moment = moment
        self.depth = depth
        self.peer = peer
        self.environment = environment
        self.narrowing = narrowing
    }
}
