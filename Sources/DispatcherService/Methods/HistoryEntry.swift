import DispatcherJournal
import DispatcherMessages
import QueryCoding
import UnixSystem
import XCallbackURL

/// A request of the journal as the sockets show it.
struct HistoryEntry {
    let entry: JournalEntry

    /// What its caller was told; nil if it has no outcome yet.
    var reply: OutcomeReply? {
        guard let outcome = entry.outcome else { return nil }
        // A callback that is on its way is not reported.
        let callback = entry.callback.flatMap { $0.state.isFinal ? $0 : nil }
        return OutcomeReply(
            id: entry.id, url: entry.request.url, route: entry.route, outcome: outcome, callback: callback)
    }

    /// A line of the history.
    var value: QueryValue { .object(members) }

    /// Everything that is known of it.
    var whole: QueryValue {
        let request = entry.request
        let peer = request.peer.map { peer in
            QueryValue.record([("pid", .integer(peer.pid)), ("program", peer.program.map { .string($0) })])
        }
        let steps = QueryValue.record([
            ("waiting", entry.waitingTime?.milliseconds), ("running", entry.runningTime?.milliseconds),
            ("claiming", entry.claimingTime?.milliseconds), ("opening", entry.openingTime?.milliseconds),
        ])
        let details = QueryValue.record([
            ("state", .string(entry.state.rawValue)), ("depth", request.depth == 0 ? nil : .integer(request.depth)),
            ("peer", peer), ("input", entry.input),
            ("command", entry.arguments.map { .array($0.map { .string($0) }) }),
            ("steps", steps == .object([]) ? nil : steps),
        ])
        guard case .object(let more) = details else { return value }
        return .object(members + more)
    }

    private var members: [QueryValue.Member] {
        let told = reply?.value
        let value = QueryValue.record([
            ("id", .string(entry.id)), ("client-id", entry.request.clientID.map { .string($0) }),
            ("time", .string(entry.accepted.iso8601)), ("door", .string(entry.request.door.rawValue)),
            ("url", .string(entry.request.url)), ("route", told?["route"]),
            ("outcome", entry.outcome.map { .string($0.kind.rawValue) }), ("output", told?["output"]),
            ("error", told?["error"]), ("callback", entry.callback?.value),
            ("milliseconds", entry.totalTime?.milliseconds),
        ])
        guard case .object(let members) = value else { return [] }
        return members
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
