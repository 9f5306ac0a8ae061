import QueryCoding
import XCallbackURL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension URLSchemeRouter {
    /// How many callbacks to our own routes may follow one from another.
    static let maximumDepth = 8

    /// A request whose route is known.
    struct Run {
        let url: XCallbackURL
        let callbacks: Callbacks
        let passage: MiddlewarePassage
        /// The routes that match, the best first.
        var candidates: ArraySlice<RouteTable<RouteHandler>.Match>
    }

    enum Preparation {
        /// Of a scheme that no route names.
        case foreign
        /// Over before any handler could run.
        case ended(OutcomeError, any Error, Callbacks)
        /// On its way through the middleware, at a step that has to be awaited.
        case waiting(MiddlewarePassage, Callbacks)
        /// Ended by a middleware.
        case settled(Run, Outcome, (any Error)?)
        case matched(Run)
    }

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
            let url = try XCallbackURL(raw, plusAsSpace: false, parameterLimit: XCallbackURL.defaultParameterLimit)
            guard table.names(url) || table.match(url, lenientAuthority: true) != nil else { return .foreign }
            try callbacks.check()
            var passage = MiddlewarePassage(url, through: middleware, table, defaultErrorCode: defaultErrorCode)
            passage.advance()
            return passage.next == nil ? passed(passage, callbacks) : .waiting(passage, callbacks)
        } catch {
            return .ended(OutcomeError(reporting: error), error, callbacks.withoutBanned)
        }
    }

    /// What becomes of a request that has gone through the middleware.
    private func passed(_ passage: MiddlewarePassage, _ callbacks: Callbacks) -> Preparation {
        let url = passage.request.url
        do {
            if url.callbacks != callbacks { try url.callbacks.check() }
        } catch {
            return .ended(error, error, callbacks.withoutBanned)
        }
        let candidates = passage.end == nil ? table.matches(url, lenientAuthority: true) : []
        let run = Run(url: url, callbacks: url.callbacks, passage: passage, candidates: candidates[...])
        if let end = passage.end { return .settled(run, end.outcome, end.failure) }
        return .matched(run)
    }

    /// Does on this thread what can be done on it.
    /// - Returns: False if no route wants the URL, as far as is known by now.
    @discardableResult
    func carryOut(_ preparation: Preparation, depth: Int) -> Bool {
        switch preparation {
        case .foreign: return false
        case .ended(let error, let failure, let callbacks):
            finish(.error(error), failure, callbacks, depth: depth)
            return error.code != StandardCode.noRoute.rawValue
        case .waiting:
            // The seed's `handle` is synchronous: what has to be awaited has to start somewhere.
            Task { await self.outcome(of: preparation, depth: depth) }
            return true
        case .settled(let run, let outcome, let failure):
            finish(outcome, failure, run, depth: depth)
            return true
        case .matched(let run): return continueHandling(run, depth: depth)
        }
    }

    /// Does all there is to do, and returns how the request ended.
    @discardableResult
    func outcome(of preparation: Preparation, depth: Int) async -> Outcome {
        switch preparation {
        case .foreign: return .error(OutcomeError(.noRoute, "no route for a URL of this scheme"))
        case .ended(let error, let failure, let callbacks):
            return finish(.error(error), failure, callbacks, depth: depth)
        case .waiting(var passage, let callbacks):
            await passage.advance()
            return await outcome(of: passed(passage, callbacks), depth: depth)
        case .settled(let run, let outcome, let failure): return finish(outcome, failure, run, depth: depth)
        case .matched(let run): return await perform(run, depth: depth)
        }
    }

    /// Runs what can be run on this thread; starts a task where the first asynchronous handler stands.
    /// - Returns: False if every route declined.
    @discardableResult
    func continueHandling(_ run: Run, depth: Int) -> Bool {
        var run = run
        while let match = run.candidates.first {
            guard case .sync(let body) = match.entry.payload.body else {
                let rest = run
                // The seed's `handle` is synchronous: an asynchronous handler has to start somewhere.
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

    /// Ends the request with what its handler returned; nil if the handler declined.
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

    /// Every candidate declined, or there was none.
    @discardableResult
    private func decline(_ run: Run, depth: Int) -> Outcome {
        let error = table.noRoute(for: run.url)
        return finish(.error(error), error, run, depth: depth)
    }

    /// Ends a request that went through the middleware.
    @discardableResult
    func finish(_ outcome: Outcome, _ failure: (any Error)?, _ run: Run, depth: Int) -> Outcome {
        let concluded = run.passage.conclude(outcome)
        let error: (any Error)? = if case .error(let error) = concluded { failure ?? error } else { nil }
        return finish(concluded, error, run.callbacks, depth: depth)
    }

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
            // The output may have made it one: an attachment to a mail, say.
            errorHandler?(OutcomeError(.refused, "\(outcome.kind.parameterName) is refused: \(ban)"))
        } else if let url = URL(string: text) {
            openURL(url)
        } else {
            errorHandler?(
                OutcomeError(.input, "\(outcome.kind.parameterName) cannot be opened: it is no URL for Foundation"))
        }
        return outcome
    }

    /// A callback to one of our own routes stays in the process, and goes round only so often.
    private func dispatchInside(_ text: String, depth: Int) {
        guard depth <= Self.maximumDepth else {
            errorHandler?(OutcomeError(.loop, "callbacks call each other more than \(Self.maximumDepth) deep"))
            return
        }
        carryOut(prepare(text), depth: depth)
    }
}
