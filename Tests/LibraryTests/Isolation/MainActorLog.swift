import URLSchemeRouter

/// What happened, in order. Only code of the main actor can write to it.
@MainActor
final class MainActorLog {
    private(set) var lines: [String] = []
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    func add(_ line: String) {
        MainActor.assertIsolated()
        lines.append(line)
        if let waiting, lines.count >= waiting.count {
            self.waiting = nil
            waiting.continuation.resume()
        }
    }

    /// Waits until there are this many lines.
    func wait(for count: Int) async {
        guard lines.count < count else { return }
        await withCheckedContinuation { waiting = (count, $0) }
    }

    /// The log that the isolated conformance below writes to.
    static var coding: MainActorLog?
}

/// A type as one of a module whose default isolation is the main actor.
@MainActor
struct MainActorNote: @MainActor Codable {
    let title: String

    init(title: String) { self.title = title }

    init(from decoder: any Decoder) throws {
        MainActor.assertIsolated()
        MainActorLog.coding?.add("decode")
        title = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .title)
    }

    func encode(to encoder: any Encoder) throws {
        MainActor.assertIsolated()
        MainActorLog.coding?.add("encode")
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
    }

    private enum Key: String, CodingKey { case title }
}

/// An actor that is not the main one.
@globalActor
actor SideActor {
    static let shared = SideActor()
}
