import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import URLSchemeRouter
import UnixSystem
import XCallbackURL

extension Dispatcher {
    /// Ends a request that was cancelled, or whose outcome another request waits for. The end is a piece of work of its
    /// own, which the cancel does not reach: the cancel stops the running work, but no callback. The end of the drain
    /// reaches it.
    func endApart(
        _ admission: Admission, _ ended: RequestResult, after wait: Cancellations.Wait
    ) async -> (OutcomeReply, Conclusion) {
        let reply = Answer<(OutcomeReply, Conclusion)>()
        let end: BackgroundWork.Body = { reply.give(await self.end(admission, ended, after: wait)) }
        if !work.start(end) { Task(executorPreference: TaskPool.executor) { await end() } }
        return await reply.value {}
    }

    /// Records the outcome of a request, claims the callback, opens it, and makes the reply.
    func end(
        _ admission: Admission, _ ended: RequestResult, after wait: Cancellations.Wait
    ) async -> (OutcomeReply, Conclusion) {
        // A request that was cancelled before its first step has a callback too.
        await owners.lookUp(for: ended.progress)
        let conclusion = conclude(ended, of: admission)
        if conclusion.delivery != nil { await work.leaveEventLoop() }
        admission.markEndRecorded(failure: await recordEnd(conclusion, of: admission, after: wait))
        let isFirst = admission.markEnded(conclusion.callback)
        var callback: CallbackReport?
        if isFirst, let delivery = conclusion.delivery {
            callback = await deliver(delivery, of: conclusion.progress, admission)
        }
        return (report(conclusion, callback, to: admission.parent), conclusion)
    }

    /// Records the outcome of a request. The rows come after the reply if a kill may lose them: if the request waited for
    /// nothing, opens no callback and ended no call, and its caller was not told that it was accepted.
    /// - Returns: The error if the journal refused the rows.
    private func recordEnd(
        _ conclusion: Conclusion, of admission: Admission, after wait: Cancellations.Wait
    ) async -> OutcomeError? {
        guard let rows = conclusion.rows else { return nil }
        let mayBeLost =
            wait == .none && admission.hold != .recorded && admission.row == nil && conclusion.delivery == nil
            && admission.received.answer == nil
        if mayBeLost, recorder.post(rows) { return nil }
        await work.leaveEventLoop()
        return await recorder.recordEnd(rows)
    }

    /// Returns the reply to a request that found no place.
    func refusal(of submission: Submission, as id: RequestID, _ error: OutcomeError) -> OutcomeReply {
        OutcomeReply(id: id.description, url: submission.text, outcome: .error(error)).disclosed(at: submission.door)
    }

    /// Decides on the callback of a request that has its outcome, and on the rows that are recorded. In a flood of
    /// refused requests, the surplus is not recorded. On the desktop socket, the callbacks of the surplus are not
    /// opened either, because their claims are not recorded.
    /// - Parameter admission: Nil for a request that was refused before it had a place.
    func conclude(_ ended: RequestResult, of admission: Admission?) -> Conclusion {
        let progress = ended.progress
        var (outcome, delivery) = progress.delivery(of: ended.outcome)
        let hold = admission?.hold ?? .none
        let isPromised = admission?.row != nil
        let standing = Conclusion.Standing(of: ended, hold, outcome, isPromised: isPromised)
        var isWritten =
            standing != .accepted || hold == .recorded || isPromised || delivery != nil || progress.leavesRow
        let door = progress.received.submission.door
        if standing != .accepted, !ledger.with({ [now] in $0.rates.admitRefusal(at: door, now: now) }) {
            if door == .desktop { delivery?.way = .refuse("too many requests were refused") }
            isWritten = delivery?.leaves ?? false
        }
        let rows =
            isWritten
            ? recorder.end(
                of: progress, outcome, delivery, standing, hold, cancelReason: ended.cancelReason) : nil
        return Conclusion(
            progress: progress, outcome: outcome, delivery: delivery, rows: rows, standing: standing,
            isPromptFailure: ended.isPromptFailure, cancelReason: ended.cancelReason,
            followedError: ended.followedError)
    }

    /// Logs the end of a request, notifies the user of a result that no callback reports, and makes the reply.
    /// - Parameter parent: The request that waits for the outcome; nil if no request waits.
    func report(
        _ conclusion: Conclusion, _ callback: CallbackReport? = nil, to parent: RequestID? = nil
    ) -> OutcomeReply {
        firstAnswer.happen()
        let received = conclusion.progress.received
        let isReported = callback?.state == .opened || callback?.state == .dispatched
        log.write(conclusion, isReported: isReported)
        notifications.notify(of: conclusion, callback, to: parent)
        return OutcomeReply(
            id: received.id.description, url: received.given, route: conclusion.progress.routeName,
            outcome: shown(conclusion),
            // A callback that the next daemon opens is not reported.
            callback: callback.flatMap { $0.state.isFinal ? $0 : nil }, cancelReason: conclusion.cancelReason
        ).disclosed(at: received.submission.door)
    }

    /// Returns the outcome for the caller. The detail of a refused input shows its value without secrets, because the
    /// value may come from a file, or from a request that led to this request.
    private func shown(_ conclusion: Conclusion) -> Outcome {
        guard case .error(let error) = conclusion.outcome, error.code == StandardCode.input.rawValue,
            error.detail != nil
        else { return conclusion.outcome }
        return Redaction(of: conclusion.progress, keepsInputs: true).outcome(conclusion.outcome)
    }

    /// Sends a callback, once. A callback stays unclaimed if it has no turn before the daemon stops, if the time for
    /// running requests is over then, or if its claim cannot be recorded: the next daemon may open it.
    func deliver(
        _ delivery: Delivery, of progress: RequestProgress, _ admission: Admission
    ) async -> CallbackReport {
        let departure: Destination
        switch delivery.way {
        case .refuse(let reason): return CallbackReport(url: delivery.url, state: .refused, reason: reason)
        case .leave(let way): departure = way
        }
        // The callback waits unclaimed: if this daemon ends before its turn, the next daemon opens it.
        var turn: OpenerTurn?
        switch departure {
        case .dispatch: guard !work.isInterrupted else { return CallbackReport(url: delivery.url) }
        case .open:
            turn = await opener.turn(for: progress.received)
            guard turn != nil else { return CallbackReport(url: delivery.url) }
        }
        guard await admission.claimCallback(progress) else {
            return CallbackReport(url: delivery.url)
        }
        let (report, end) = await send(departure, delivery.url, for: progress.received, turn)
        await recorder.recordDelivery(report, of: progress)
        if let end { notifications.watch(end, ofCallbackOf: progress) }
        return report
    }

    private func send(
        _ departure: Destination, _ url: String, for received: ReceivedRequest, _ turn: OpenerTurn?
    ) async -> (CallbackReport, OpenerEnd?) {
        switch departure {
        case .dispatch(let next):
            do throws(OutcomeError) {
                // The next request is recorded before the callback counts as dispatched: after a kill in between, the
                // next daemon runs the request.
                let admission = keep(followUp: next)
                if work.start({ _ = await self.carryOut(admission) }) {
                    try await admission.waitUntilRecorded()
                } else {
                    // The service has stopped, and the next daemon runs the request.
                    try await admission.recordAcceptance(of: RequestProgress(reading: admission.received))
                }
                return (CallbackReport(url: url, state: .dispatched), nil)
            } catch {
                return (CallbackReport(url: url, state: .failed, reason: error.message), nil)
            }
        case .open(let outgoing):
            switch await opener.open(outgoing, for: received, turn) {
            case .started(let end): return (CallbackReport(url: url, state: .opened), end)
            case .failed(let reason): return (CallbackReport(url: url, state: .failed, reason: reason), nil)
            case .uncertain(let reason): return (CallbackReport(url: url, state: .uncertain, reason: reason), nil)
            }
        }
    }
}
