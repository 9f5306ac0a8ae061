import QueryCoding
import Testing

/// The answer that a client got to a request.
struct Told: Sendable {
    let url: String
    /// The last segment of its path. Its command writes it down, and its callbacks end in it.
    let number: Int
    var clientID: String?
    /// Whether the app of the URL is called, by whichever program.
    var isCall = false
    /// Its outcome, or that it was accepted; nil if the connection ended before.
    var reply: QueryValue?

    /// Whether it was promised an outcome.
    var isAcknowledged: Bool { reply?["id"] != nil }
}

/// Compares the answers of clients, the notes of the commands and the opener, and the history with each
/// other.
struct JournalAudit {
    let tally: Tally
    let daemon: RunningDaemon
    /// Whether the journal was in its file throughout: a journal in memory is lost with its daemon.
    var isWhole = true
    /// Whether openers may have been ended before they had written anything down.
    var mayLoseOpeners = false

    func check(_ told: [Told]) throws {
        try daemon.waitUntilIdle()
        let history = try daemon.history()
        let entries = Dictionary(grouping: history) { $0["id"]?.string ?? "" }
        let twice = entries.filter { $0.value.count > 1 }.keys
        #expect(twice.isEmpty, "ids that the history has twice")
        let open = history.filter { $0["outcome"] == nil }
        #expect(open.isEmpty, "requests without an outcome")
        try checkOpened(history)
        let runs = counts(tally.ran)
        #expect(runs.filter { $0.value > 1 }.isEmpty, "commands that ran twice")
        for request in told where request.isAcknowledged {
            let entry = entries[request.reply?["id"]?.string ?? ""]?.first
            guard let entry else {
                #expect(!isWhole, "not in the history: \(request.url): \(request.reply?.json ?? "")")
                continue
            }
            check(entry, of: request, runs: runs["\(request.number)"] ?? 0)
        }
        let uncertain = history.count { $0["callback"]?["state"] == "uncertain" }
        #expect(try daemon.call("status")["callbacks"]?["uncertain"] == .integer(uncertain))
    }

    private func check(_ entry: QueryValue, of request: Told, runs: Int) {
        // The history keeps the outcome that the client got.
        if isWhole, let outcome = request.reply?["outcome"] {
            #expect(entry["outcome"] == outcome, "\(request.url)")
            #expect(entry["error"] == request.reply?["error"], "\(request.url)")
        }
        #expect(entry["client-id"]?.string == request.clientID, "\(request.url)")
        let message = entry["error"]?["message"]?.string ?? ""
        if entry["outcome"] == "success", !request.url.hasPrefix("xcallback:") { #expect(runs == 1, "\(request.url)") }
        if message.hasPrefix("expired") { #expect(runs == 0, "\(request.url)") }
    }

    /// A callback whose state is `opened` was opened once, an uncertain one at most once, any other never.
    private func checkOpened(_ history: [QueryValue]) throws {
        let states = ["opened", "uncertain", "expired", "failed", "refused", "dispatched"]
        let urls = Set(history.compactMap { $0["url"]?.string })
        var wanted: Set<String> = []
        var possible: Set<String> = []
        for callback in history.compactMap({ $0["callback"] }) {
            let (url, state) = (callback["url"]?.string ?? "", callback["state"]?.string ?? "")
            #expect(states.contains(state), "\(callback.json)")
            if state == "dispatched" { #expect(urls.contains(url), "dispatched, and not in the history: \(url)") }
            if state == "opened" { wanted.insert(url) }
            if state == "opened" || state == "uncertain" { possible.insert(url) }
        }
        // An opener that was started may still have to be given its turn.
        if !mayLoseOpeners {
            try wait(for: "\(wanted.subtracting(tally.opened).count) openers") { wanted.isSubset(of: tally.opened) }
        }
        let opened = counts(tally.opened)
        #expect(opened.filter { $0.value > 1 }.isEmpty, "callbacks that were opened twice")
        if isWhole { #expect(possible.isSuperset(of: opened.keys), "callbacks that nobody says were opened") }
    }

    /// A repeat of an id gets the answer of the first request, and runs nothing.
    func checkRepeats(_ told: [Told]) throws {
        let before = tally.ran.count
        let connection = Connection(try daemon.connect())
        for request in told {
            guard let clientID = request.clientID, let id = request.reply?["id"] else { continue }
            let method = request.isCall ? "call" : "dispatch"
            let answer = try connection.call(method, ["url": .string(request.url), "id": .string(clientID)])
            #expect(answer["result"]?["id"] == id, "\(answer.json)")
            guard let outcome = request.reply?["outcome"] else { continue }
            #expect(answer["result"]?["outcome"] == outcome)
        }
        #expect(tally.ran.count == before)
    }

    private func counts(_ lines: [String]) -> [String: Int] { Dictionary(grouping: lines) { $0 }.mapValues(\.count) }
}
