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
        _ admission: Admission, _ ended: Conclusion, after wait: Cancellations.Wait
    ) async -> (reply: OutcomeReply, conclusion: Conclusion) {
        let reply = Answer<(reply: OutcomeReply, conclusion: Conclusion)>()
        let end: BackgroundWork.Body = { reply.give(await self.end(admission, ended, after: wait)) }
        if !work.start(end) { Task(executorPreference: TaskPool.executor) { await end() } }
        return await reply.value {}
    }

    /// Records the outcome of a request, claims the callback, opens it, and makes the reply.
    func end(
        _ admission: Admission, _ ended: Conclusion, after wait: Cancellations.Wait
    ) async -> (reply: OutcomeReply, conclusion: Conclusion) {
        // A request that was cancelled before its first step has a callback too.
        await owners.lookUp(for: ended.progress)
        let conclusion = conclude(ended, of: admission)
        if conclusion.delivery != nil { await work.leaveEventLoop() }
        let failure = await recordEnd(conclusion, of: admission, after: wait)
        admission.row?.give(failure)
        if failure == nil, conclusion.standing != .turnedAway { admission.onRecord() }
        let isFirst = admission.markEnded(conclusion.delivery?.report.state)
        var callback: CallbackReport?
        if isFirst, let delivery = conclusion.delivery {
            callback = await deliver(delivery, of: conclusion.progress, admission)
        }
        // The request that waits for this one, or that follows from it, may pass the token on. In a flood of refused requests,
        // the surplus has no rows.
        if admission.parent == nil, callback?.state != .dispatched, conclusion.rows != nil {
            endStartup(of: admission.received)
        }
        return (report(conclusion, callback, to: admission.parent), conclusion)
    }

    /// Ends what the desktop shows after a click while an app starts, if no window follows.
    private func endStartup(of received: ReceivedRequest) {
        guard let (token, time) = received.submission.activation.unused else { return }
        work.start { [self] in
            guard await Deadline.wait(for: time) else { return }
            let given = environment.variables(for: received)
            let present = await session.variables(over: given)
            // The token belongs to the display of the click.
            let clicked = Set(SessionVariables.displays(received.submission.environment))
            let variables = clicked.isSubset(of: SessionVariables.displays(present)) ? present : given
            let begun = now
            try? await startups.run { [clock] in
                // A display that hangs takes a second for each end.
                if clock().since(begun) < .seconds(5) { StartupSequence.end(token, in: variables) }
            }
        }
    }

    /// Records the outcome of a request. The rows come after the reply if a kill may lose them: if the request waited for
    /// nothing, opens no callback and ended no call, and its caller was not told that it was accepted.
    /// - Returns: The error if the journal refused the rows.
    private func recordEnd(
        _ conclusion: Conclusion, of admission: Admission, after wait: Cancellations.Wait
    ) async -> OutcomeError? {
        guard let rows = conclusion.rows else { return nil }
        var mayBeLost = false
        if case .none = wait {
            mayBeLost =
                admission.hold != .recorded && admission.row == nil && conclusion.delivery == nil
                && admission.received.answer == nil
        }
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
    func conclude(_ ended: Conclusion, of admission: Admission?) -> Conclusion {
        var end = ended
        let progress = end.progress
        (end.outcome, end.delivery) = progress.delivery(of: end.outcome)
        let hold = admission?.hold ?? .none
        let isPromised = admission?.row != nil
        if end.standing == .refused, hold == .recorded {
            end.standing = .accepted
        } else if end.standing == .refused, !isPromised, !progress.hasClosure, let code = end.outcome.error?.code,
            code == StandardCode.tooMany.rawValue || code == StandardCode.draining.rawValue
        {
            end.standing = .turnedAway
        }
        var isWritten =
            end.standing != .accepted || hold == .recorded || isPromised || end.delivery != nil || progress.leavesRow
        let door = progress.received.submission.door
        if end.standing != .accepted, !ledger.with({ [now] in $0.rates.admitRefusal(at: door, now: now) }) {
            if door == .desktop, let callback = end.delivery?.report {
                end.delivery = Delivery(refused: callback.url, because: "too many requests were refused")
            }
            isWritten = end.delivery?.destination != nil
        }
        if isWritten { end.rows = recorder.rows(of: end, hold) }
        return end
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
        let received = progress.received
        var report = delivery.report
        var end: OpenerEnd?
        switch delivery.destination {
        case nil: return report
        case .dispatch(let next):
            guard !work.isInterrupted, await admission.claimCallback(progress) else { return report }
            do throws(OutcomeError) {
                try await start(followUp: next)
                report.state = .dispatched
            } catch {
                (report.state, report.reason) = (.failed, error.message)
            }
        case .open(let url):
            // The callback waits unclaimed: if this daemon ends before its turn, the next daemon opens it.
            guard let turn = await opener.turn(for: received), await admission.claimCallback(progress) else {
                return report
            }
            switch await opener.open(url, for: received, turn) {
            case .started(let started): (report.state, end) = (.opened, started)
            case .failed(let reason): (report.state, report.reason) = (.failed, reason)
            case .uncertain(let reason): (report.state, report.reason) = (.uncertain, reason)
            }
        }
        await recorder.recordDelivery(report, of: progress)
        if let end { notifications.watch(end, ofCallback: true, of: progress) }
        return report
    }

    /// Starts the request of a callback to one of our routes, and returns once the request is recorded, because the
    /// callback counts as dispatched then: after a kill in between, the next daemon runs the request. Throws 503 if the
    /// request cannot be recorded.
    private func start(followUp next: Submission) async throws(OutcomeError) {
        let admission = keep(receive(next), isPromised: true)
        if work.start({ _ = await self.carryOut(admission) }) {
            try await admission.waitUntilRecorded()
        } else {
            // The service has stopped, and the next daemon runs the request.
            try await admission.recordAcceptance(of: RequestProgress(reading: admission.received))
        }
    }
}
