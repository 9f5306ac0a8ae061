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

    /// A request after the middleware has run.
    struct Run {
        let url: XCallbackURL
        let callbacks: Callbacks
        let middleware: MiddlewareRun
        /// The routes that match, best first.
        var candidates: ArraySlice<RouteTable<RouteHandler>.Match>
    }

    /// The state of a request before its handler runs.
    enum Preparation {
        /// No route names the URL's scheme or domain.
        case foreign
        /// An error ended the request before a handler could run.
        case ended(OutcomeError, any Error, Callbacks)
        /// The next middleware is asynchronous.
        case waiting(MiddlewareRun, Callbacks)
        /// A middleware ended the request.
        case endedByMiddleware(Run, Outcome, (any Error)?)
        /// The handlers of these routes may run.
        case matched(Run)
    }

    /// Parses a URL, checks its callbacks and runs the synchronous middleware.
    func prepare(_ text: String) -> Preparation {
        let table = table
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
            guard table.names(url) || table.match(url, lenientAuthority: true) != nil else { return .foreign }
            try callbacks.check()
            var run = MiddlewareRun(url, through: middleware, table, defaultErrorCode: defaultErrorCode)
            run.advance()
            return run.next == nil ? afterMiddleware(run, callbacks) : .waiting(run, callbacks)
        } catch {
            return .ended(OutcomeError(reporting: error), error, callbacks.withoutBanned)
        }
    }

    /// Checks the callbacks again if a middleware changed them, and finds the routes of the final URL.
    private func afterMiddleware(_ middleware: MiddlewareRun, _ callbacks: Callbacks) -> Preparation {
        let url = middleware.request.url
        do {
            if url.callbacks != callbacks { try url.callbacks.check() }
        } catch {
            return .ended(error, error, callbacks.withoutBanned)
        }
        let candidates = middleware.end == nil ? table.matches(url, lenientAuthority: true) : []
        let run = Run(url: url, callbacks: url.callbacks, middleware: middleware, candidates: candidates[...])
        if let end = middleware.end { return .endedByMiddleware(run, end.outcome, end.failure) }
        return .matched(run)
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
        case .matched(let run): return continueHandling(run, depth: depth)
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
        case .matched(let run): return await perform(run, depth: depth)
        }
    }

    /// Runs synchronous handlers on this thread, and starts a task at the first asynchronous one.
    /// - Returns: False if every handler declined.
    @discardableResult
    func continueHandling(_ run: Run, depth: Int) -> Bool {
        var run = run
        while let match = run.candidates.first {
            guard case .sync(let body) = match.entry.payload.body else {
                let rest = run
                // `handle` is synchronous, as in finnvoor/URLSchemeRouter, so an asynchronous handler starts a task
                // here.
                Task { await self.perform(rest, depth: depth) }
                return true
            }
            run.candidates.removeFirst()
            let context = RequestContext(url: run.url, route: match.entry.name, pathParameters: match.pathParameters)
            let result = Result {
                try RequestContext.$current.withValue(context) { try body(match.numberedInput(run.url), coding) }
            }
            if end(result, run, depth: depth) != nil { return true }
        }
        decline(run, depth: depth)
        return false
    }

    @discardableResult
    private func perform(_ run: Run, depth: Int) async -> Outcome {
        var run = run
        while let match = run.candidates.popFirst() {
            let context = RequestContext(url: run.url, route: match.entry.name, pathParameters: match.pathParameters)
            let result: Result<QueryValue, any Error>
            do {
                result = .success(
                    try await RequestContext.$current.withValue(context) {
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
    private func end(_ result: Result<QueryValue, any Error>, _ run: Run, depth: Int) -> Outcome? {
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
    private func decline(_ run: Run, depth: Int) -> Outcome {
        let error = table.noRoute(for: run.url)
        return finish(.error(error), error, run, depth: depth)
    }

    /// Ends a request: the middleware may change its outcome, then its callback is opened.
    @discardableResult
    func finish(_ outcome: Outcome, _ failure: (any Error)?, _ run: Run, depth: Int) -> Outcome {
        let concluded = run.middleware.conclude(outcome)
        let error: (any Error)? = if case .error(let error) = concluded { failure ?? error } else { nil }
        return finish(concluded, error, run.callbacks, depth: depth)
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
        } else if let ban = (try? CallbackURL(text))?.ban {
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
