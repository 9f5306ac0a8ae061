import QueryCoding
import XCallbackURL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension URLSchemeRouter {
    /// The maximum nesting of callbacks to the router's own routes.
    package static let maximumDepth = 8

    /// The state of a request before its handler runs.
    enum Preparation {
        /// No route names the URL's scheme or domain.
        case foreign
        /// An error ended the request before a handler could run.
        indirect case ended(OutcomeError, any Error, Callbacks)
        /// The next middleware is asynchronous.
        indirect case waiting(MiddlewareRun, Callbacks)
        /// A middleware ended the request.
        indirect case endedByMiddleware(RoutedRun, Outcome, (any Error)?)
        /// The handlers of these routes may run.
        case matched(RouteCandidates)
    }

    /// Parses a URL, checks its callbacks and runs the synchronous middleware.
    func prepare(_ text: String) -> Preparation {
        let (table, middleware) = tableAndMiddleware
        let raw: RawURL
        do {
            raw = try RawURL(Array(text.utf8))
        } catch {
            return .ended(OutcomeError(reporting: error), error, Callbacks())
        }
        guard table.names(raw.scheme) else { return .foreign }
        let callbacks = Callbacks(raw)
        do {
            let url = try XCallbackURL(
                raw, callbacks, plusAsSpace: false, parameterLimit: XCallbackURL.defaultParameterLimit)
            return prepare(url, table, middleware)
        } catch {
            return .ended(OutcomeError(reporting: error), error, callbacks.withoutBanned)
        }
    }

    /// Checks the callbacks of a URL and runs the synchronous middleware.
    func prepare(
        _ url: XCallbackURL, _ table: RouteTable<RouteHandler>, _ middleware: [MiddlewareStep]
    ) -> Preparation {
        let match = table.match(url, lenientAuthority: true)
        guard match != nil || table.names(url) else { return .foreign }
        do {
            try url.callbacks.check()
        } catch {
            return .ended(error, error, url.callbacks.withoutBanned)
        }
        guard !middleware.isEmpty else { return .matched(RouteCandidates(RoutedRun(url, table, nil), best: match)) }
        var run = MiddlewareRun(url, match, through: middleware, table, defaultErrorCode: defaultErrorCode)
        run.advance()
        return run.next == nil ? afterMiddleware(run, url.callbacks) : .waiting(run, url.callbacks)
    }

    /// Checks the callbacks again if a middleware changed them.
    private func afterMiddleware(_ middleware: MiddlewareRun, _ callbacks: Callbacks) -> Preparation {
        let run = RoutedRun(middleware.request.url, middleware.table, middleware)
        do {
            if run.url.callbacks != callbacks { try run.url.callbacks.check() }
        } catch {
            return .ended(error, error, callbacks.withoutBanned)
        }
        if let end = middleware.end { return .endedByMiddleware(run, end.outcome, end.failure) }
        return .matched(RouteCandidates(run, best: middleware.match))
    }

    /// Runs the request on this thread, up to the first asynchronous middleware or handler; a task runs the rest.
    /// - Returns: False if no route answers the URL, as far as is known when this returns.
    @discardableResult
    func carryOut(_ preparation: Preparation, depth: Int) -> Bool {
        switch preparation {
        case .foreign: return false
        case .ended(let error, let failure, let callbacks):
            finish(.error(error), failure, callbacks, depth: depth)
            return error.code != StandardCode.noRoute.rawValue
        case .waiting:
            // `handle` is synchronous, as in finnvoor/URLSchemeRouter, so asynchronous middleware starts a task here.
            Task { await self.outcome(of: preparation, depth: depth) }
            return true
        case .endedByMiddleware(let run, let outcome, let failure):
            finish(outcome, failure, run, depth: depth)
            return true
        case .matched(let candidates): return continueHandling(candidates, depth: depth)
        }
    }

    /// Runs the request to its end and returns its outcome.
    @discardableResult
    func outcome(of preparation: Preparation, depth: Int) async -> Outcome {
        switch preparation {
        case .foreign: return .error(OutcomeError(.noRoute, "no route for a URL of this scheme"))
        case .ended(let error, let failure, let callbacks):
            return finish(.error(error), failure, callbacks, depth: depth)
        case .waiting(var run, let callbacks):
            await run.advance()
            return await outcome(of: afterMiddleware(run, callbacks), depth: depth)
        case .endedByMiddleware(let run, let outcome, let failure):
            return finish(outcome, failure, run, depth: depth)
        case .matched(let candidates): return await perform(candidates, depth: depth)
        }
    }

    /// Runs synchronous handlers on this thread, and starts a task at the first asynchronous one.
    /// - Returns: False if every handler declined.
    @discardableResult
    func continueHandling(_ candidates: RouteCandidates, depth: Int) -> Bool {
        let run = candidates.run
        var rest = candidates
        var untried = candidates
        while let match = rest.next() {
            guard case .sync(let body) = match.entry.payload.body else {
                // `handle` is synchronous, as in finnvoor/URLSchemeRouter, so an asynchronous handler starts a task
                // here.
                Task { [untried] in await self.perform(untried, depth: depth) }
                return true
            }
            untried = rest
            let result = Result {
                try RequestContext.$current.withValue(RequestContext(run, match)) {
                    try body(match.numberedInput(run.url), coding)
                }
            }
            if end(result, run, depth: depth) != nil { return true }
        }
        decline(run, depth: depth)
        return false
    }

    @discardableResult
    private func perform(_ candidates: RouteCandidates, depth: Int) async -> Outcome {
        let run = candidates.run
        var candidates = candidates
        while let match = candidates.next() {
            let result: Result<QueryValue, any Error>
            do {
                result = .success(
                    try await RequestContext.$current.withValue(RequestContext(run, match)) {
                        try await match.entry.payload.perform(match.numberedInput(run.url), coding)
                    })
            } catch {
                result = .failure(error)
            }
            if let outcome = end(result, run, depth: depth) { return outcome }
        }
        return decline(run, depth: depth)
    }

    /// Ends the request with the result of its handler; returns nil if the handler declined.
    private func end(_ result: Result<QueryValue, any Error>, _ run: RoutedRun, depth: Int) -> Outcome? {
        switch result {
        case .success(let output): return finish(.success(output), nil, run, depth: depth)
        case .failure(is Declined): return nil
        case .failure(is CancelledByUser): return finish(.cancel, nil, run, depth: depth)
        case .failure(let error):
            let outcome = Outcome.error(OutcomeError(reporting: error, defaultCode: defaultErrorCode))
            return finish(outcome, error, run, depth: depth)
        }
    }

    /// Ends a request that no route matched or that every handler declined.
    @discardableResult
    private func decline(_ run: RoutedRun, depth: Int) -> Outcome {
        let error = run.table.noRoute(for: run.url)
        return finish(.error(error), error, run, depth: depth)
    }

    /// Ends a request: the middleware may change its outcome, then its callback is opened.
    @discardableResult
    func finish(_ outcome: Outcome, _ failure: (any Error)?, _ run: RoutedRun, depth: Int) -> Outcome {
        let concluded = run.middleware?.conclude(outcome) ?? outcome
        let error: (any Error)? = if case .error(let error) = concluded { failure ?? error } else { nil }
        return finish(concluded, error, run.url.callbacks, depth: depth)
    }

    /// Opens the callback of an outcome, or passes an error without a callback to the error handler.
    @discardableResult
    func finish(_ outcome: Outcome, _ failure: (any Error)?, _ callbacks: Callbacks, depth: Int) -> Outcome {
        guard let callback = callbacks[outcome.kind] else {
            if let failure { errorHandler?(failure) }
            return outcome
        }
        let isOwn = table.owns(callback)
        let text = outcome.url(of: callback, isOwn: isOwn, arrays: coding.encoder.strategies.arrayEncodingStrategy)
        if isOwn {
            dispatchInside(text, depth: depth + 1)
        } else if let ban = callback.ban(appended: text) {
            // The output can turn an allowed callback into a banned one, for example by adding an attachment to a mail.
            errorHandler?(OutcomeError(.refused, "\(outcome.kind.parameterName) is refused: \(ban)"))
        } else if let url = URL(string: text) {
            openURL(url)
        } else {
            errorHandler?(
                OutcomeError(.input, "\(outcome.kind.parameterName) cannot be opened: Foundation rejects the URL"))
        }
        return outcome
    }

    /// Runs a callback to one of the router's own routes in the process, up to the maximum nesting.
    private func dispatchInside(_ text: String, depth: Int) {
        guard depth <= Self.maximumDepth else {
            errorHandler?(OutcomeError(.loop, "too many nested callbacks (limit \(Self.maximumDepth))"))
            return
        }
        carryOut(prepare(text), depth: depth)
    }
}
