import DispatcherMessages

/// A URL as it came in, with what came with it.
struct Submission: Sendable {
    /// The URL's bytes, without the end of the line.
    var url: [UInt8]
    var door: Door
    /// The session variables that the caller sent, already filtered for its door.
    var environment: [String: String] = [:]
    /// How many requests stand behind this one, each having caused the next.
    var depth = 0

    /// How deep requests may follow from each other.
    static let maximumDepth = 8

    var text: String { String(decoding: url, as: UTF8.self) }

    /// The request that a callback or an `open` to one of our own schemes makes. It keeps the door: distrust does not
    /// wash off.
    func following(_ url: String) -> Submission {
        Submission(url: Array(url.utf8), door: door, environment: environment, depth: depth + 1)
    }
}
