import DesktopEntries
import DispatcherConfiguration
import QueryCoding
import URLSchemeRouter
import XCallbackURL

extension Dispatcher {
    private struct Ended: Sendable {
        var request: Request
        var result: Result<Outcome, any Error>
    }

    /// Waits for the outcome of a URL, whoever answers it: our own routes if they name its scheme or domain, else another
    /// app. Past its time the work is cancelled, and the outcome 408, unless there is one all the same.
    func call(_ request: inout Request, within timeout: Duration) async throws -> Outcome {
        let (ended, isLate) = await withTaskGroup(of: Ended?.self) { [request] group in
            group.addTask { await self.answer(request) }
            group.addTask {
                // Cancelled when there is an answer, and with the call.
                _ = await Deadline.wait(for: timeout)
                return nil
            }
            var ended = await group.next() ?? nil
            let isLate = ended == nil && !Task.isCancelled
            group.cancelAll()
            while ended == nil, let next = await group.next() { ended = next }
            return (ended, isLate)
        }
        guard let ended else { throw RequestLedger.interrupted }
        request = ended.request
        if case .failure = ended.result, isLate {
            throw OutcomeError(.timeout, "no answer within \(timeout)", detail: reasonForSilence(request))
        }
        return try ended.result.get()
    }

    private func answer(_ request: Request) async -> Ended {
        var request = request
        do {
            try request.parse()
            let isOurs = request.url.map { request.table.routes.owns($0) } ?? false
            let outcome = try await isOurs ? carryOut(&request) : ask(&request)
            return Ended(request: request, result: .success(outcome))
        } catch {
            return Ended(request: request, result: .failure(error))
        }
    }

    /// Has another app answer: opens the URL with callbacks to ourselves in place of its own, which are told of the outcome
    /// afterwards.
    private func ask(_ request: inout Request) async throws -> Outcome {
        try request.checkCallbacks()
        let target = try target(of: request)
        // What the app does with the URL follows from this request. With its callbacks it is judged once more.
        _ = try request.following(target.text)
        _ = try request.release(target.text, as: .call)
        let program = request.table.settings.opener.command(for: target.scheme).first ?? ""
        let environment = childEnvironment(request.submission.environment, also: [])
        if let reason = opener.reasonNobodyGets(target.scheme, program: program, environment: environment) {
            throw OutcomeError(.noRoute, reason)
        }
        let call = try calls.begin(
            request.id, readingPlusAsSpace: readsPlusAsSpace(target.scheme, request),
            limit: request.table.settings.limits.waiting)
        defer { calls.end(request.id) }
        ledger.startCalling(request.id)
        let source = request.url?.source == nil ? [QueryParameter("x-source", BuiltInRoute.scheme.text)] : []
        let callbacks = CallbackKind.allCases.map { QueryParameter($0.parameterName, call.url(for: $0)) }
        let url = target.appending(QueryParameters(source + callbacks))
        guard case .open(let outgoing) = try request.release(url, as: .call) else {
            throw OutcomeError(.refused, "a call of our own route is not opened")
        }
        try await recorder.begin(&request)
        if let reason = await hand(outgoing, request) { throw OutcomeError(.failed, reason) }
        return try await call.answer()
    }

    /// Whether `+` in the answer of an app is a space: what the caller says, else what is known of the app.
    private func readsPlusAsSpace(_ scheme: Scheme, _ request: Request) -> Bool {
        if case .call(_, let asked?) = request.submission.kind { return asked }
        return request.table.settings.apps[scheme]?.plusAsSpace ?? false
    }

    /// The URL as the app gets it, but for the callbacks.
    private func target(of request: Request) throws(OutcomeError) -> CallbackURL {
        do {
            return try CallbackURL(RawURL(request.submission.url).textWithoutCallbacks)
        } catch {
            throw OutcomeError(error.code, error.description)
        }
    }

    /// What commonly keeps answers from coming; nil if that is not so.
    private func reasonForSilence(_ request: Request) -> String? {
        guard request.match == nil,
            // Not knowing who gets them is no reason.
            let handlers = try? SchemeHandlers(
                environment: childEnvironment(request.submission.environment, also: [])),
            handlers.handler(of: BuiltInRoute.scheme) == nil
        else { return nil }
        return "no app is registered for \(BuiltInRoute.scheme):, by which answers come; run xcallback install"
    }
}
