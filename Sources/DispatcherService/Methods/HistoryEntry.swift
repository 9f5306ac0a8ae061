import DispatcherJournal
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// A request of the journal as the sockets show it.
struct HistoryEntry {
    let entry: JournalEntry

    /// What its caller was told; nil if it has no outcome yet.
    var reply: OutcomeReply? {
        guard let outcome = entry.outcome.map(Outcome.init) else { return nil }
        return OutcomeReply(
            id: entry.id, url: entry.request.url, route: entry.route.flatMap { $0.isEmpty ? nil : $0 },
            outcome: outcome, callback: callback)
    }

    /// A line of the history.
    var value: QueryValue { .object(members) }

    /// Everything that is known of it.
    var whole: QueryValue {
        let request = entry.request
        let peer = request.peer.map { peer in
            QueryValue.record([("pid", .integer(peer.process)), ("program", peer.program.map { .string($0) })])
        }
        let steps = QueryValue.record([
            ("waiting", entry.waitingTime?.milliseconds), ("running", entry.runningTime?.milliseconds),
            ("claiming", entry.claimingTime?.milliseconds), ("opening", entry.openingTime?.milliseconds),
        ])
        let details = QueryValue.record([
            ("state", .string(entry.state.rawValue)), ("depth", request.depth == 0 ? nil : .integer(request.depth)),
            ("peer", peer), ("input", entry.input.flatMap(Self.parsed)),
            ("command", entry.arguments.flatMap(Self.parsed)), ("steps", steps == .object([]) ? nil : steps),
        ])
        guard case .object(let more) = details else { return value }
        return .object(members + more)
    }

    private var members: [QueryValue.Member] {
        let (outcome, told) = (entry.outcome.map(Outcome.init), reply?.value)
        let value = QueryValue.record([
            ("id", .string(entry.id)), ("client-id", entry.request.clientID.map { .string($0) }),
            ("time", .string(entry.accepted.timestamp)), ("door", .string(entry.request.door)),
            ("url", .string(entry.request.url)), ("route", told?["route"]),
            ("outcome", outcome.map { .string($0.kind.rawValue) }), ("output", told?["output"]),
            ("error", told?["error"]), ("callback", callbackValue),
            ("milliseconds", entry.totalTime?.milliseconds),
        ])
        guard case .object(let members) = value else { return [] }
        return members
    }

    private var callbackValue: QueryValue? {
        entry.callback.map { callback in
            .record([
                ("url", .string(callback.url)), ("state", .string(callback.state.rawValue)),
                ("reason", callback.reason.map { .string($0) }),
            ])
        }
    }

    /// A caller is told nothing of one that is still on its way.
    private var callback: CallbackReport? {
        guard let callback = entry.callback, let state = CallbackReport.State(rawValue: callback.state.rawValue) else {
            return nil
        }
        return CallbackReport(url: callback.url, state: state, reason: callback.reason)
    }

    /// What we printed ourselves.
    fileprivate static func parsed(_ json: String) -> QueryValue? {
        try? JSONParser.parse(Array(json.utf8), depthLimit: 512)
    }
}

extension Outcome {
    fileprivate init(_ outcome: JournaledOutcome) {
        switch outcome {
        case .success(let output): self = .success(output.flatMap(HistoryEntry.parsed) ?? .object([]))
        case .error(let error): self = .error(error)
        case .cancel: self = .cancel
        }
    }
}

extension Duration {
    /// In thousandths of a second, to the microsecond.
    fileprivate var milliseconds: QueryValue {
        let micro = Int64(self / .microseconds(1))
        let fraction = micro % 1000
        guard fraction != 0 else { return .integer(micro / 1000) }
        let digits = String(fraction + 1000).dropFirst()
        return .number(
            "\(micro / 1000).\(digits.last == "0" ? digits.dropLast(digits.hasSuffix("00") ? 2 : 1) : digits)")
    }
}
