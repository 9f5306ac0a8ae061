import QueryCoding
package import XCallbackURL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
        let run = RoutedRun(
            middleware.request.url, middleware.table, middleware.match?.hit, through: middleware)
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

    /// The maximum nesting of callbacks to the router's own routes.
    package static let maximumDepth = 8

    /// The outcome of a request and its callbacks.
    struct Ending {
        let outcome: Outcome
        /// The error for the error handler: one that was thrown always, any other error if the outcome has no callback.
        let failure: (any Error)?
        let callbacks: Callbacks
        /// Whether the program's own code threw the error. x-error may tell the caller only that the action failed.
        var isThrown = false

        /// The error that the error handler receives beside a callback.
        var thrown: (any Error)? { isThrown ? failure : nil }
    }

    /// The way in which the end of a request is reported.
    private enum Report {
        case open(URL)
        /// Runs a callback to one of the router's own routes.
        case dispatch(String)
        case fail(any Error)
    }

    /// Returns the end of a request with the result of its handler; nil if the handler declined.
    func ending(_ result: Result<QueryValue, any Error>, _ run: RoutedRun) -> Ending? {
        switch result {
        case .success(let output): return ending(.success(output), nil, run)
        case .failure(is Declined): return nil
        case .failure(is CancelledByUser), .failure(is CancellationError): return ending(.cancel, nil, run)
        case .failure(let error):
            let outcome = Outcome.error(OutcomeError(reporting: error, defaultCode: defaultErrorCode))
            var ending = ending(outcome, error, run)
            ending.isThrown = !(error is URLSchemeRouter.DecodingError || error is QueryCodingError)
            return ending
        }
    }

    /// Returns the end of a request that no route matched or that every handler declined.
    func declined(_ run: RoutedRun) -> Ending {
        // If a handler declined, a suggestion would name a path that exists.
        let error = run.table.noRoute(for: run.url, suggests: run.route == nil)
        return ending(.error(error), error, run)
    }

    /// Returns the end of a request after the middleware, which may change its outcome.
    func ending(_ outcome: Outcome, _ failure: (any Error)?, _ run: RoutedRun) -> Ending {
        if case .success(let output) = outcome, run.url.callbacks.success != nil, let path = output.unwritablePath {
            let name = path.isEmpty ? rootName : path
            let error = OutcomeError(.failed, "output \"\(name)\" has a control character, which no URL can have")
            return ending(.error(error), error, run)
        }
        let concluded = run.middleware?.conclude(outcome) ?? outcome
        let error: (any Error)? = if case .error(let error) = concluded { failure ?? error } else { nil }
        return Ending(outcome: concluded, failure: error, callbacks: run.url.callbacks)
    }

    /// Opens the callback of an outcome, and passes an error that was thrown or has no callback to the error handler.
    /// - Parameter caller: The actor that this is called on.
    func finish(_ ending: Ending, depth: Int, from caller: (any Actor)?) {
        var ending = ending
        switch report(of: &ending, depth: depth) {
        case nil: return
        case .open(let url): openAction?.call(url, from: caller)
        case .dispatch(let text): carryOut(prepare(text, from: caller), depth: depth + 1, from: caller)
        case .fail(let error):
            errorHandler?.call(error, from: caller)
            return
        }
        if let failure = ending.thrown { errorHandler?.call(failure, from: caller) }
    }

    /// Opens the callback of an outcome, passes an error to the error handler, and waits for both.
    func finish(_ ending: Ending, depth: Int) async -> Outcome {
        var ending = ending
        switch report(of: &ending, depth: depth) {
        case nil: break
        case .open(let url): await openAction?.call(url)
        case .dispatch(let text): carryOut(prepare(text, from: nil), depth: depth + 1, from: nil)
        case .fail(let error):
            await errorHandler?.call(error)
            return ending.outcome
        }
        if let failure = ending.thrown { await errorHandler?.call(failure) }
        return ending.outcome
    }

    /// Changes the outcome to an error if its callback would be too long.
    private func report(of ending: inout Ending, depth: Int) -> Report? {
        let outcome = ending.outcome
        guard let callback = ending.callbacks[outcome.kind] else { return ending.failure.map { .fail($0) } }
        let isOwn = table.owns(callback)
        guard !isOwn || !isOpaque else {
            let reason = "no outcome can be added to an opaque URL"
            return .fail(OutcomeError(.refused, "\(outcome.kind.parameterName) is refused: \(reason)"))
        }
        let text = outcome.url(of: callback, isOwn: isOwn, arrays: coding.encoder.strategies.arrayEncodingStrategy)
        if isOwn {
            guard depth < Self.maximumDepth else {
                return .fail(OutcomeError(.loop, "too many nested callbacks (limit \(Self.maximumDepth))"))
            }
            return .dispatch(text)
        }
        let opened = callback.isMail ? CallbackURL.opened(text) : text
        guard opened.utf8.count <= CallbackURL.maximumLength else {
            let limit = CallbackURL.maximumLength
            let error = OutcomeError(.tooLarge, "\(outcome.kind.parameterName) would be longer than \(limit) bytes")
            guard outcome.kind != .error else { return .fail(error) }
            ending = Ending(outcome: .error(error), failure: error, callbacks: ending.callbacks)
            return report(of: &ending, depth: depth)
        }
        if let ban = callback.ban(appended: text) {
            // A mailto: callback with the output appended may not be a valid URL.
            return .fail(OutcomeError(.refused, "\(outcome.kind.parameterName) is refused: \(ban)"))
        }
        guard let url = URL(string: opened) else {
            return .fail(
                OutcomeError(.input, "\(outcome.kind.parameterName) cannot be opened: Foundation rejects the URL"))
        }
        return .open(url)
    }
}

extension Callbacks {
    /// Throws if a callback is faulty or banned. The request is then refused before anything runs.
    package func check() throws(OutcomeError) {
        guard !isEmpty else { return }
        if let fault = faults.first { throw fault.outcomeError }
        for kind in CallbackKind.allCases {
            if let ban = self[kind]?.ban { throw OutcomeError(.refused, "\(kind.parameterName) is refused: \(ban)") }
        }
    }

    /// The callbacks except banned callbacks.
    package var withoutBanned: Callbacks {
        var callbacks = self
        for kind in CallbackKind.allCases where self[kind]?.ban != nil { callbacks[kind] = nil }
        return callbacks
    }
}
