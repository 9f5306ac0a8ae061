import DispatcherJournal
import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// A request of the journal as the sockets show it.
struct HistoryEntry {
    let entry: JournalEntry
    /// The route of the request, if the user is being asked about it. The journal gets the route when the request runs.
    var askedRoute: String?
    /// Whether the questions wait for the screen to be unlocked.
    var isLocked = false

    /// The reply that the caller got, without an output that was too long to be recorded; nil if the request has no
    /// outcome yet.
    var reply: OutcomeReply? {
        guard let outcome = entry.outcome else { return nil }
        // A callback is not reported before its final state.
        let callback = entry.callback.flatMap { $0.state.isFinal ? $0 : nil }
        var reply = OutcomeReply(
            id: entry.id, url: entry.request.url, route: entry.route, outcome: outcome, callback: callback,
            cancelReason: entry.cancelReason)
        reply.outputSize = entry.outputSize
        return reply
    }

    /// The line of the request in a list.
    var line: HistoryLine {
        var line = HistoryLine()
        line.id = entry.id
        line.clientID = entry.request.clientID
        line.client = entry.request.client
        line.time = entry.accepted.iso8601
        line.door = entry.request.door
        line.url = entry.request.url
        line.route = entry.route
        line.outcome = entry.outcome?.kind
        line.reason = entry.cancelReason?.rawValue
        line.output = entry.outcome?.shownOutput.map(JSONValue.init)
        line.error = entry.outcome?.error
        line.callback = entry.callback
        line.milliseconds = entry.totalTime.map(Milliseconds.init)
        line.outputSize = entry.outputSize
        line.steps = HistorySteps(
            waiting: entry.waitingTime, running: entry.runningTime, claiming: entry.claimingTime,
            opening: entry.openingTime)
        return line
    }

    /// The line of a request that waits or runs.
    var runningLine: HistoryLine {
        var line = line
        line.state = askedRoute == nil ? entry.state.rawValue : (isLocked ? HistoryLine.State.locked : .asking).rawValue
        line.route = askedRoute ?? line.route
        return line
    }

    /// The same line with all other known details of the request.
    var detailedLine: HistoryLine {
        var line = runningLine
        line.depth = entry.request.depth == 0 ? nil : entry.request.depth
        line.peer = entry.request.peer
        line.input = entry.input.map(JSONValue.init)
        line.command = entry.arguments
        line.unit = entry.unit
        return line
    }
}
