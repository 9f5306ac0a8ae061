import QueryCoding
import XCallbackURL

extension URLSchemeRouter {
    /// The state of a request before its handler runs.
    enum Preparation {
        /// No route names the URL's scheme or domain.
        case foreign
        /// An error or a middleware ended the request before a handler could run.
        indirect case ended(Ending)
        /// The next middleware is asynchronous, or belongs to another actor.
        indirect case waiting(MiddlewareRun, Callbacks)
        /// The handlers of the routes that match may run.
        case matched(RoutedRun)
    }

    /// Parses a URL as the router's routes read it.
    func parsed(_ text: String) throws(XCallbackURLError) -> XCallbackURL {
        try isOpaque ? XCallbackURL(opaque: text) : XCallbackURL(text)
    }

    /// Parses a URL, checks its callbacks and runs the synchronous middleware.
    /// - Parameter caller: The actor that this is called on.
    func prepare(_ text: String, from caller: (any Actor)?) -> Preparation {
        let setup = setup
        do throws(XCallbackURLError) {
            return prepare(try parsed(text), setup, from: caller)
        } catch {
            let (scheme, callbacks) = XCallbackURL.readableParts(of: text, isOpaque: isOpaque)
            if let scheme, !setup.table.names(scheme) { return .foreign }
            return refused(OutcomeError(reporting: error), error, callbacks)
        }
    }

    /// Checks the callbacks of a URL and runs the synchronous middleware.
    func prepare(_ url: XCallbackURL, _ setup: Setup, from caller: (any Actor)?) -> Preparation {
        let table = setup.table
        let match = table.match(url, lenientAuthority: true)
        guard match != nil || table.names(url) else { return .foreign }
        do {
            try url.callbacks.check()
        } catch {
            return refused(error, error, url.callbacks)
        }
        guard !setup.middleware.isEmpty else { return .matched(RoutedRun(url, table, match?.hit)) }
        var run = MiddlewareRun(url, match, through: setup.middleware, table, defaultErrorCode: defaultErrorCode)
        run.advance(from: caller)
        return run.next == nil ? afterMiddleware(run, url.callbacks) : .waiting(run, url.callbacks)
    }

    private func refused(_ error: OutcomeError, _ failure: any Error, _ callbacks: Callbacks) -> Preparation {
        .ended(Ending(outcome: .error(error), failure: failure, callbacks: callbacks.withoutBanned))
    }

    /// Checks the callbacks again if a middleware changed them.
    private func afterMiddleware(_ middleware: MiddlewareRun, _ callbacks: Callbacks) -> Preparation {
        let run = RoutedRun(middleware)
        do {
            if run.url.callbacks != callbacks { try run.url.callbacks.check() }
        } catch {
            return refused(error, error, callbacks)
        }
        if let end = middleware.end { return .ended(ending(end.outcome, end.failure, run)) }
        return .matched(run)
    }

    /// Runs the request on this thread, up to the first step that has to wait or that belongs to another actor; a task
    /// runs the rest.
    /// - Parameter caller: The actor that this is called on.
    /// - Returns: False if, as known at the return, no route answers the URL.
    @discardableResult
    func carryOut(_ preparation: Preparation, depth: Int, from caller: (any Actor)?) -> Bool {
        switch preparation {
        case .foreign: return false
        case .ended(let ending):
            finish(ending, depth: depth, from: caller)
            return true
        case .waiting:
            // `handle` is synchronous, as in finnvoor/URLSchemeRouter, so asynchronous middleware starts a task here.
            Task { await self.outcome(of: preparation, depth: depth) }
            return true
        case .matched(let run): return continueHandling(run, depth: depth, from: caller)
        }
    }

    /// Runs the request to its end and returns its outcome.
    @discardableResult
    func outcome(of preparation: Preparation, depth: Int) async -> Outcome {
        switch preparation {
        case .foreign: return .error(OutcomeError(.noRoute, "no route for a URL of this scheme"))
        case .ended(let ending): return await finish(ending, depth: depth)
        case .waiting(var run, let callbacks):
            await run.advance()
            return await outcome(of: afterMiddleware(run, callbacks), depth: depth)
        case .matched(let run): return await perform(run, depth: depth)
        }
    }

    /// Runs the synchronous handlers that may run here, and starts a task at the first other handler.
    /// - Returns: False if every handler declined.
    @discardableResult
    private func continueHandling(_ first: RoutedRun, depth: Int, from caller: (any Actor)?) -> Bool {
        var untried: RoutedRun? = first
        while let run = untried, let handler = run.handler {
            guard case .sync(let isolation, let body) = handler.body else {
                // `handle` is synchronous, as in finnvoor/URLSchemeRouter, so an asynchronous handler starts a task
                // here.
                Task { await self.perform(run, depth: depth) }
                return true
            }
            if let isolation, !Isolation.admits(isolation, from: caller) {
                Isolation.enqueue(on: isolation) { self.continueHandling(run, depth: depth, from: isolation) }
                return true
            }
            let result = Result {
                try RequestContext.$current.withValue(RequestContext(run)) { try body.value(run.input, coding) }
            }
            if case .success = result, run.isSilent { return true }
            if let ending = ending(result, run) {
                finish(ending, depth: depth, from: isolation ?? caller)
                return true
            }
            untried = run.next()
        }
        finish(declined(first), depth: depth, from: caller)
        return false
    }

    @discardableResult
    private func perform(_ first: RoutedRun, depth: Int) async -> Outcome {
        var untried: RoutedRun? = first
        while let run = untried, let handler = run.handler {
            let result: Result<QueryValue, any Error>
            do {
                result = .success(
                    try await RequestContext.$current.withValue(RequestContext(run)) {
                        try await handler.perform(run.input, coding)
                    })
            } catch {
                result = .failure(error)
            }
            if let ending = ending(result, run) { return await finish(ending, depth: depth) }
            untried = run.next()
        }
        return await finish(declined(first), depth: depth)
    }
}
