import FoundationEssentials
import URLSchemeRouter

/// A whole request in the library, and a link.
enum RouterRows {
    struct Note: Codable, Sendable {
        let title: String
        let body: String?
        let priority: Int
        let draft: Bool
    }

    struct Created: Codable, Sendable {
        let id: Int
        let title: String
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw Misuse(description: "no URL: \(text)") }
        return url
    }

    static func handle(_ measurement: Measurement) throws -> [[Double]] {
        let url = try url(
            "notes://x-callback-url/create?title=Shopping%20list&body=milk%2C%20bread&priority=3&draft=false"
                + "&x-success=otherapp%3A%2F%2Fdone%3Ffrom%3Dnotes")
        let expected = "otherapp://done?from=notes&id=7&title=Shopping%20list"
        let check: @Sendable (URL) -> Void = {
            if $0.absoluteString != expected { preconditionFailure("opened \($0)") }
        }
        let peer = PeerRouter(scheme: "notes")
        peer.route("/create", create)
        let checkedPeer = FoundationRouter(scheme: "notes", openURL: check)
        checkedPeer.route("/create", create)
        let ours = URLSchemeRouter(scheme: "notes")
        ours.route("/create", create)
        ours.openURL = check
        use((ours.handle(url), checkedPeer.handle(url)))
        ours.openURL = { use($0) }
        return measurement.compare {
            use(ours.handle(url))
        } _: {
            use(peer.handle(url))
        }
    }

    @Sendable private static func create(_ note: Note) -> Created { Created(id: 7, title: note.title) }

    static func bare(_ measurement: Measurement) throws -> [[Double]] {
        let url = try url("notes:///search")
        let ours = URLSchemeRouter(scheme: "notes")
        ours.route("/search") { use(1) }
        let peer = PeerRouter(scheme: "notes")
        peer.route("/search") { use(1) }
        return measurement.compare {
            use(ours.handle(url))
        } _: {
            use(peer.handle(url))
        }
    }

    static func link(_ measurement: Measurement) throws -> [[Double]] {
        let router = URLSchemeRouter(scheme: "notes")
        router.route("/create", name: "create") { (note: Note) in use(note) }
        let note = Note(title: "Shopping list", body: "milk, bread & butter", priority: 3, draft: false)
        return try measurement.compare {
            use(try router.link(to: "create", with: note))
        } _: {
            var components = URLComponents()
            components.scheme = "notes"
            components.host = ""
            components.path = "/create"
            components.queryItems = [
                URLQueryItem(name: "title", value: note.title), URLQueryItem(name: "body", value: note.body),
                URLQueryItem(name: "priority", value: "\(note.priority)"),
                URLQueryItem(name: "draft", value: "\(note.draft)"),
            ]
            use(components.url)
        }
    }
}
