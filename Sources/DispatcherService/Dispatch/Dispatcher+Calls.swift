import DispatcherCommands
import DispatcherMessages
import DispatcherRequests
import URLSchemeRouter
import XCallbackURL

/// Calls, whose outcome somebody waits for within a time.
extension Dispatcher {
    /// Waits for the outcome of a URL: from our own routes if they name its scheme or domain, else from another app. At the
    /// timeout the work is cancelled, and the outcome is 408 unless there is one all the same.
    func call(_ admission: Admission, within timeout: Duration) async -> EndedRequest {
        let lateness = OutcomeError(.timeout, "no answer within \(timeout)")
        await lookUpOwners(for: .received(admission.context))
        let (ended, isLate) = await withTaskGroup(of: EndedRequest?.self) { group in
            group.addTask { await self.performCall(admission) }
            group.addTask {
                // Cancelled when there is an answer, and with the call.
                _ = await Deadline.wait(for: timeout)
                return nil
            }
            var ended = await group.next() ?? nil
            let isLate = ended == nil && !Task.isCancelled
            if isLate { cancellations.end(late: admission.context.id, lateness) }
            group.cancelAll()
            while ended == nil, let next = await group.next() { ended = next }
            return (ended, isLate)
        }
        guard let ended else { return EndedRequest(.received(admission.context), failure: OutcomeError.interrupted) }
        // An answer that came all the same counts.
        guard isLate, ended.isFailure else { return ended }
        let silence = ended.progress.matched == nil ? handlers.appCall.reasonForSilence(admission.context) : nil
        var error = lateness
        error.detail = ended.outcome.error?.detail ?? silence
        return EndedRequest(ended.progress, failure: error)
    }

    private func performCall(_ admission: Admission) async -> EndedRequest {
        let parsed: ParsedRequest
        do throws(OutcomeError) {
            parsed = try ParsedRequest(admission.context)
        } catch {
            return EndedRequest(.received(admission.context), failure: error)
        }
        guard await !staysInside(parsed, admission.context) else {
            return await perform(.read(admission.context), admission)
        }
        do {
            let outcome = try await handlers.appCall.perform(AppCall(parsed), admission)
            return EndedRequest(.parsed(parsed), outcome)
        } catch {
            return EndedRequest(.parsed(parsed), failure: error)
        }
    }
}
