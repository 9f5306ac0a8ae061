import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// Continues the requests that the previous daemon left unfinished.
final class RequestRecovery: Sendable {
    private let state: Lock<(recovered: JournalRecovery, idEnd: Duration)>

    /// - Parameter begun: The time at which the daemon began.
    init(begun: Timestamp) { state = Lock((JournalRecovery(), begun.uptime + Journal.clientIDLifetime)) }

    /// What became of the requests.
    var recovered: JournalRecovery { state.withLock { $0.recovered } }

    /// The uptime until which a client's id may refer to a request of the previous daemon.
    var recordedIDEnd: Duration { state.withLock { $0.idEnd } }

    /// Ends the requests, or returns the remaining work. This
    /// work runs the requests that had not begun, and opens the callbacks that were not claimed. Call it once, before
    /// the first work.
    func begin(_ dispatcher: Dispatcher) async -> [BackgroundWork.Body] {
        let table = dispatcher.table
        let recovery: JournalRecovery
        do {
            recovery = try await dispatcher.journal.recover { unfinished in
                let recovery = JournalRecovery(of: unfinished) { entry, error in
                    let progress = RequestProgress(reading: ReceivedRequest(recorded: entry, table: table))
                    dispatcher.owners.lookUpHere(for: progress)
                    guard let delivery = progress.delivery(of: .error(error)).delivery else { return nil }
                    return progress.recoveredDelivery(by: delivery.report.url, isConfirmed: false).report
                }
                return (recovery, recovery.changes)
            }
            let time = try await dispatcher.journal.clientIDTime()
            let idEnd = dispatcher.now.uptime + time
            state.withLock { $0 = (recovery, idEnd) }
        } catch {
            dispatcher.logger.error("unfinished requests cannot be recovered", metadata: ["error": "\(error)"])
            let idEnd = dispatcher.now.uptime + Journal.clientIDLifetime
            state.withLock { $0.idEnd = idEnd }
            return []
        }
        if !recovery.isEmpty { dispatcher.logger.notice("recovered unfinished requests", metadata: recovery.metadata) }
        let runs = recovery.toRun.map { entry -> BackgroundWork.Body in
            { await self.resume(ReceivedRequest(recorded: entry, table: table), dispatcher) }
        }
        return runs + recovery.toOpen.map { entry in { await self.deliver(entry, table, dispatcher) } }
    }

    /// Runs a request that had not begun.
    private func resume(_ received: ReceivedRequest, _ dispatcher: Dispatcher) async {
        let admission = dispatcher.keep(received)
        var obstacle: String?
        if Redaction.isRedacted(received.given) {
            obstacle = "had a secret: secrets are not recorded, so the request was not run"
        } else if received.isOpaque != received.table.isOpaque(received.submission.url) {
            obstacle = "'opaque' of its file was changed, so the request was not run"
        }
        if let obstacle {
            let error = OutcomeError(.draining, obstacle)
            let ended = Conclusion(RequestProgress(reading: received), failure: error)
            _ = await dispatcher.end(admission, ended, after: .waited)
            return
        }
        _ = await dispatcher.carryOut(admission)
    }

    /// Opens the callback of a request that had ended.
    private func deliver(_ entry: JournalEntry, _ table: DispatchTable, _ dispatcher: Dispatcher) async {
        guard let url = entry.callback?.url else { return }
        let progress = RequestProgress(reading: ReceivedRequest(recorded: entry, table: table))
        await dispatcher.owners.lookUp(for: progress)
        // A callback that the gate had not allowed is recorded as refused.
        let delivery = progress.recoveredDelivery(by: url, isConfirmed: true)
        let admission = dispatcher.keep(progress.received, .concluded)
        let report = await dispatcher.deliver(delivery, of: progress, admission)
        // The state of a claimed callback is recorded already.
        if report.state == .refused { await dispatcher.recorder.recordDelivery(report, of: progress) }
        dispatcher.notifications.notify(ofLossOf: report, of: progress)
        dispatcher.logger.notice(
            "handled a callback of the previous daemon",
            metadata: ["id": "\(progress.received.id)", "state": "\(report.state.rawValue)"])
    }
}

extension ReceivedRequest {
    /// A request as it was recorded in the journal.
    fileprivate convenience init(recorded entry: JournalEntry, table: DispatchTable) {
        let known = entry.request
        let submission = Submission(
            url: Array(known.url.utf8), door: known.door, environment: known.environment, clientID: known.clientID,
            peer: known.peer, client: known.client, depth: known.depth,
            narrowing: CallbackRestriction(known.narrowing))
        self.init(
            id: RequestID(recorded: known.id), submission: submission, table: table, begun: entry.accepted,
            isRecovered: true, isOpaque: known.isOpaque, agreement: entry.agreement)
    }
}

extension JournalRecovery {
    /// The figures, for the log and for `status`.
    var counts: [(name: String, value: Int)] {
        [
            ("run", toRun.count), ("opened", toOpen.count), ("expired", expired), ("interrupted", interrupted),
            ("callbacks-expired", callbacksExpired), ("callbacks-uncertain", callbacksUncertain),
            ("damaged", damaged),
        ]
    }

    var isEmpty: Bool { counts.allSatisfy { $0.value == 0 } }

    fileprivate var metadata: Logger.Metadata {
        Dictionary(uniqueKeysWithValues: counts.filter { $0.value > 0 }.map { ($0.name, "\($0.value)") })
    }
}
