import DispatcherJournal
import DispatcherMessages
import Logging
import QueryCoding
import XCallbackURL

extension Dispatcher {
    /// Takes up what the process before us left unfinished: runs what had not begun, opens callbacks that nobody claimed,
    /// and ends the rest. To be called once, before the first request.
    func recover() async {
        let table = table
        let recovery: JournalRecovery
        do {
            recovery = try await recorder.journal.recover { entry, error in
                let request = Request(recorded: entry, table: table)
                guard let delivery = request.delivery(of: .error(error)).delivery else { return nil }
                guard case .refuse(let reason) = request.recoveredDelivery(by: delivery.url).way else {
                    return CallbackReport(url: delivery.url)
                }
                return CallbackReport(url: delivery.url, state: .refused, reason: reason)
            }
        } catch {
            logger.error("what was left unfinished cannot be taken up", metadata: ["error": "\(error)"])
            return
        }
        recovered = recovery
        if !recovery.isEmpty { logger.notice("took up what was left unfinished", metadata: recovery.metadata) }
        for entry in recovery.toRun { work.start { await self.resume(entry, table) } }
        for entry in recovery.toOpen { work.start { await self.deliver(entry, table) } }
    }

    /// Runs a request that had not begun.
    private func resume(_ entry: JournalEntry, _ table: DispatchTable) async {
        let request = Request(recorded: entry, table: table)
        do throws(OutcomeError) {
            try ledger.accept(request.id)
            guard !Redaction.isRedacted(entry.request.url) else {
                throw OutcomeError(.draining, "expired: it held secrets, which were not written down")
            }
        } catch {
            _ = await conclude(request, .error(error))
            ledger.settle(request.id)
            return
        }
        _ = await run(request.id, request.submission, isRecorded: true)
    }

    /// Opens the callback of a request that had ended.
    private func deliver(_ entry: JournalEntry, _ table: DispatchTable) async {
        guard let url = entry.callback?.url else { return }
        let request = Request(recorded: entry, table: table)
        let delivery = request.recoveredDelivery(by: url)
        var report = CallbackReport(url: url, state: .refused)
        do throws(OutcomeError) {
            try ledger.accept(request.id)
            _ = ledger.end(request.id)
            report = await deliver(delivery, of: request)
            ledger.settle(request.id)
        } catch {
            report.reason = error.message
        }
        // Whoever claimed it has written down what became of it.
        if report.state == .refused { await recorder.settle(request, report) }
        logger.notice(
            "a callback that was left over", metadata: ["id": "\(request.id)", "state": "\(report.state.rawValue)"])
    }
}

extension Request {
    /// A request as the journal knows it, as far as it can be read.
    fileprivate init(recorded entry: JournalEntry, table: DispatchTable) {
        let known = entry.request
        let submission = Submission(
            url: Array(known.url.utf8), door: known.door, environment: known.environment,
            clientID: known.clientID, peer: known.peer,
            depth: known.depth, narrowing: Narrowing(known.narrowing))
        self.init(id: RequestID(recorded: known.id), submission: submission, table: table)
        isRecorded = true
        do {
            try parse()
            try route()
        } catch {
            // It is told of what can be read.
            return
        }
    }
}

extension JournalRecovery {
    /// The figures, for the log and for `status`.
    var counts: [(name: String, count: Int)] {
        [
            ("run", toRun.count), ("opened", toOpen.count), ("expired", expired), ("interrupted", interrupted),
            ("callbacks-expired", callbacksExpired), ("callbacks-uncertain", callbacksUncertain),
            ("damaged", damaged),
        ]
    }

    fileprivate var isEmpty: Bool { counts.allSatisfy { $0.count == 0 } }

    fileprivate var metadata: Logger.Metadata {
        Dictionary(uniqueKeysWithValues: counts.filter { $0.count > 0 }.map { ($0.name, "\($0.count)") })
    }
}
