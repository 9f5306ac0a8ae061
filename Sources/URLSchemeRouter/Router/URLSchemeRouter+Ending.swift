import QueryCoding
package import XCallbackURL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension URLSchemeRouter {
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
