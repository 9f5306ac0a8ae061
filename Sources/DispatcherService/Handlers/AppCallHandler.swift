import DesktopEntries
import DispatcherConfiguration
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// Has another app answer: opens the URL with callbacks to ourselves in place of its own. Those get the outcome afterwards.
struct AppCallHandler: Sendable {
    let calls: AppCalls
    let opener: URLOpener

    func perform(_ call: AppCall, _ run: some HandlerRun) async throws -> Outcome {
        let context = call.parsed.context
        if let reason = opener.undeliverableReason(call.target.scheme, for: context) {
            throw OutcomeError(.noRoute, reason)
        }
        let pending = try calls.begin(
            context.id, of: context.submission, readingPlusAsSpace: call.readsPlusAsSpace,
            limit: context.table.settings.limits.waiting)
        defer { calls.end(context.id) }
        let url = try call.url(answering: pending.callbacks)
        try await run.recordStart(of: call)
        if let reason = await opener.open(url, for: context) { throw OutcomeError(.failed, reason) }
        return try await pending.answer()
    }

    /// Returns the usual reason why no answer comes; nil if it does not apply.
    func reasonForSilence(_ context: IncomingRequest) -> String? {
        guard let handlers = try? SchemeHandlers(environment: opener.environment.variables(for: context)),
            handlers.handler(of: BuiltInRoute.scheme) == nil
        else { return nil }
        return "no app is registered for \(BuiltInRoute.scheme):, by which answers come; run xcallback install"
    }
}
