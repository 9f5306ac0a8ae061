import DispatcherMessages
import XCallbackURL

/// A URL as it came in, with what came with it.
struct Submission: Sendable {
    /// The URL's bytes, without the end of the line.
    var url: [UInt8]
    var door: Door
    /// The session variables that the caller sent, already filtered for its door.
    var environment: [String: String] = [:]
    /// The name that its caller gave it.
    var clientID: String?
    /// Who sent it.
    var peer: PeerProcess?
    /// How many requests stand behind this one, each having caused the next.
    var depth = 0
    var kind = Kind.dispatch
    /// What the requests that it follows from let out.
    var narrowing = Narrowing.none

    enum Kind: Sendable, Hashable {
        /// Our own routes run it.
        case dispatch
        /// Our own routes run it, or another app answers it, within a time.
        case call(timeout: Duration, plusAsSpace: Bool?)
    }

    /// How deep requests may follow from each other.
    static let maximumDepth = 8

    static let tooDeep = OutcomeError(.loop, "requests follow from each other more than \(maximumDepth) deep")

    var text: String { String(decoding: url, as: UTF8.self) }
}
