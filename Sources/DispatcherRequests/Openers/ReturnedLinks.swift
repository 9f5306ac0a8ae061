import DispatcherMessages
package import UnixSystem
package import XCallbackURL

/// The URLs that apps got from the daemon a moment ago. An app that gives such a URL back to the desktop runs in a circle,
/// which the depth of a request does not end, because an app that runs already gets no variables.
package struct ReturnedLinks: Sendable {
    /// The number of returns in a row that is a circle.
    static let limit = 8
    /// A later return is a click of its own.
    static let period = Duration.seconds(2)
    /// The maximum number of URLs that are remembered.
    static let capacity = 64

    private struct Link: Sendable {
        /// The hash of the URL's bytes, which may be many and secret. As strings, canonically equal URLs would be equal.
        let hash: Int
        let app: String
        var given: Timestamp
        var returns: Int
    }

    /// The URL that was given first comes first.
    private var links: [Link] = []

    package init() {}

    /// Notes that an app gets a URL.
    /// - Parameter app: The app in the message.
    package mutating func hand(_ url: String, to app: String, now: Timestamp) {
        links.removeAll { now.since($0.given) > Self.period }
        let hash = Array(url.utf8).hashValue
        let returns = links.first { $0.hash == hash }?.returns ?? 0
        links.removeAll { $0.hash == hash }
        if links.count == Self.capacity { links.removeFirst() }
        links.append(Link(hash: hash, app: app, given: now, returns: returns))
    }

    /// An app that gives back the same URL again and again.
    package struct Circle: Hashable {
        let app: String
        /// Whether the user was told about it.
        package let isKnown: Bool

        package var error: OutcomeError {
            let app = Printable.shown(app, limit: 128)
            let message =
                "\(app) has given this link back \(ReturnedLinks.limit) times, each time within 2 s of getting it"
            return OutcomeError(.loop, message)
        }
    }

    /// Counts a click. Returns the circle if the URL came back too often.
    /// - Parameter sender: The app that sent the click, if it is known.
    package mutating func receive(
        _ url: @autoclosure () -> String, from sender: String?, now: Timestamp
    ) -> Circle? {
        guard !links.isEmpty else { return nil }
        let hash = Array(url().utf8).hashValue
        guard let index = links.firstIndex(where: { $0.hash == hash }), now.since(links[index].given) <= Self.period
        else { return nil }
        links[index].returns += 1
        let (returns, app) = (links[index].returns, links[index].app)
        return returns < Self.limit ? nil : Circle(app: sender ?? app, isKnown: returns > Self.limit)
    }
}
