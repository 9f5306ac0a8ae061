import DispatcherCommands
import DispatcherMessages
import DispatcherRequests
import URLSchemeRouter
import XCallbackURL

/// Calls: requests whose callers wait for the outcome until a timeout.
extension Dispatcher {
    /// Waits for the outcome of a URL. The daemon's own routes give the outcome if they name its scheme or domain,
    /// otherwise another app gives it. At the timeout the work is cancelled, and the outcome is 408 unless the work
    /// still ends without a failure.
    func call(_ admission: Admission, within timeout: Duration) async -> Conclusion {
        await admission.mayWait()
        let lateness = OutcomeError(.timeout, "no answer within \(timeout)")
        await owners.lookUp(for: .received(admission.received))
        let (ended, isLate) = await withTaskGroup(of: Conclusion?.self) { group in
            group.addTask { await self.performCall(admission) }
            group.addTask {
                // This task is cancelled when there is an answer, and with the call.
                _ = await Deadline.wait(for: timeout)
                return nil
            }
            var ended = await group.next() ?? nil
            let isLate = ended == nil && !Task.isCancelled
            if isLate { cancellations.end(late: admission.received.id, lateness) }
            group.cancelAll()
            while ended == nil, let next = await group.next() { ended = next }
            return (ended, isLate)
        }
        guard let ended else { return Conclusion(.received(admission.received), failure: OutcomeError.interrupted) }
        // An answer that came in spite of the timeout counts.
        guard isLate, ended.standing == .refused else { return ended }
        let silence = ended.progress.matched == nil ? handlers.appCall.reasonForSilence(admission.received) : nil
        var error = lateness
        error.detail = ended.outcome.error?.detail ?? silence
        return Conclusion(ended.progress, failure: error)
    }

    private func performCall(_ admission: Admission) async -> Conclusion {
        let received = admission.received
        var progress = RequestProgress.received(received)
        do {
            let url = try received.parse()
            progress = .parsed(received, url)
            if await owners.staysInside(url, received) { return await perform(admission) }
            return Conclusion(progress, try await handlers.appCall.perform(AppCall(received, url), admission))
        } catch {
            return Conclusion(progress, failure: error)
        }
    }

    /// Throws 424 for a call that no answer can reach, so that the call is refused before it waits.
    func checkAnswer(to submission: Submission) throws(OutcomeError) {
        guard case .call = submission.kind else { return }
        try handlers.appCall.checkAnswer(to: receive(submission))
    }
}
