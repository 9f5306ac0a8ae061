import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Lets another app answer: opens the URL with callbacks to the daemon in place of the URL's own callbacks. The URL's
/// own callbacks get the outcome afterwards.
struct AppCallHandler: Sendable {
    let calls: AppCalls
    let opener: URLOpener

    func perform(_ call: AppCall, _ run: Admission) async throws -> Outcome {
        let received = call.received
        if let reason = opener.undeliverableReason(call.target.scheme, for: received) {
            let near = (try? received.parse()).flatMap(received.table.routes.nearestScheme)
            throw OutcomeError(.noRoute, reason + (near.map { "; did you mean \($0)?" } ?? ""))
        }
        let callbacks = try calls.begin(call, limit: received.table.settings.limits.waiting)
        let failure: any Error
        do {
            let url = try call.url(answering: callbacks)
            try await run.recordStart(of: call)
            failure = try await open(url, for: received)
        } catch {
            failure = error
        }
        // An answer that was accepted counts, even if the time runs out or the opener fails meanwhile.
        if let outcome = calls.conclude(received.id) { return outcome }
        throw failure
    }

    /// Opens the URL, and waits until the call may have its answer. Returns the error for a call that has no answer
    /// then.
    private func open(_ url: OutgoingURL, for received: ReceivedRequest) async throws -> OutcomeError {
        guard let turn = await opener.turn(for: received) else { throw OutcomeError.interrupted }
        switch await opener.open(url, for: received, turn) {
        case .failed(let reason): return OutcomeError(.failed, reason)
        // An app that may have been opened may answer.
        case .uncertain:
            await calls.wait(for: received.id)
            return .interrupted
        case .started(let end):
            return await withTaskGroup(of: String?.self) { group in
                group.addTask { await end.failure() }
                await calls.wait(for: received.id)
                group.cancelAll()
                // If the failure of the opener is known by then, it is the detail of the error.
                var error = OutcomeError.interrupted
                error.detail = await group.next() ?? nil
                return error
            }
        }
    }

    /// Throws 424 for a call of another app whose answer cannot arrive. With the user's own opener, an answer may
    /// arrive in another way.
    func checkAnswer(to request: ReceivedRequest) throws(OutcomeError) {
        guard let url = try? request.parse(), !request.table.routes.owns(url),
            let call = try? AppCall(request, url),
            Opener.isDesktops(request.table.settings.opener.command(for: call.target.scheme).first ?? ""),
            let reason = reasonForSilence(request),
            // If no app would get the call, its outcome has that reason instead.
            opener.undeliverableReason(call.target.scheme, for: request) == nil
        else { return }
        throw OutcomeError(.unavailable, reason)
    }

    /// Returns the usual reason why no answer arrives; nil if that reason does not apply.
    func reasonForSilence(_ received: ReceivedRequest) -> String? {
        guard let handlers = try? SchemeHandlers(environment: opener.environment.variables(for: received)),
            handlers.handler(of: BuiltInRoute.scheme) == nil
        else { return nil }
        return "no answer can arrive: the scheme \(BuiltInRoute.scheme): is not registered; run 'xcallback install'"
    }
}
