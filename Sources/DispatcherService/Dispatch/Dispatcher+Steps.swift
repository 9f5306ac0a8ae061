import DispatcherMessages
import DispatcherRequests
import URLSchemeRouter
import XCallbackURL

/// The steps that wait for nothing. These steps run on any thread, also on the thread that read the request's line, so
/// that a request that starts nothing is answered there.
extension Dispatcher {
    /// Advances a request until it ends or has to wait.
    /// - Parameter isRecorded: Whether the acceptance of the request is recorded.
    func advance(_ first: RequestStep, isRecorded: Bool = false) -> RequestStop {
        var step = first
        while true {
            switch consume step {
            case .read(let received): step = read(received)
            case .taken(let reading): step = take(reading)
            case .match(let parsed, let declined): step = match(parsed, declined: declined)
            case .start(let request): step = start(request, isRecorded: isRecorded)
            case .stop(let stop): return stop
            }
        }
    }

    private func read(_ received: ReceivedRequest) -> RequestStep {
        // The owners are looked up before a step can fail, because the error may go to a callback.
        let progress = RequestProgress.received(received)
        guard progress.schemesToLookUp.isEmpty else { return .stop(.owners(progress)) }
        do throws(OutcomeError) {
            let pause = pauses.current(of: received.submission.door, at: now)
            if let error = pause?.refusal(of: received) { throw error }
            return .match(try ParsedRequest(received), declined: 0)
        } catch {
            return .stop(.ended(RequestResult(progress, failure: calls.end(byMalformed: received, error))))
        }
    }

    /// Continues with a request that was read before. If it must not continue, it is read again to get the error.
    private func take(_ reading: RequestProgress) -> RequestStep {
        let door = reading.received.submission.door
        guard let matched = reading.matched, pauses.current(of: door, at: now) == nil else {
            return .read(reading.received)
        }
        return begin(matched)
    }

    /// Continues with a request that has its route.
    func begin(_ matched: MatchedRequest) -> RequestStep {
        guard RequestProgress.matched(matched).schemesToLookUp.isEmpty else { return .stop(.owners(.matched(matched))) }
        guard RouteToken.file(for: matched) == nil else { return .stop(.token(matched)) }
        return check(matched, token: .notNeeded)
    }

    private func match(_ parsed: ParsedRequest, declined: Int) -> RequestStep {
        do throws(OutcomeError) {
            return begin(try MatchedRequest(parsed, declined: declined))
        } catch {
            let error = calls.end(byMalformed: parsed.received, error)
            return .stop(.ended(RequestResult(.parsed(parsed), failure: error)))
        }
    }

    /// Checks a request, and counts it for the rate of its route.
    func check(_ matched: MatchedRequest, token: TokenText) -> RequestStep {
        do {
            let prepared = try prepare(matched, token)
            let door = matched.submission.door
            // The previous daemon has counted a request that it accepted.
            if !matched.received.isRecovered, let rate = matched.route.rate(at: door, standard: RequestRates.standard) {
                let now = now
                try ledger.with { shared throws(OutcomeError) in
                    try shared.rates.admit(matched.route.name, at: door, rate: rate, now: now)
                }
            }
            try countReturn(of: matched)
            guard
                try availability.isKnown(
                    matched.route.feature, environment: environment.variables(for: matched.received)),
                let request = ApprovedRequest(unasked: prepared)
            else { return .stop(.permission(prepared)) }
            return .start(request)
        } catch {
            return step(of: matched, after: error)
        }
    }

    /// Throws 508 for a link that an app gives back to the desktop again and again.
    private func countReturn(of matched: MatchedRequest) throws(OutcomeError) {
        let received = matched.received
        guard received.submission.door == .desktop, !received.isRecovered, !received.isRedirected, matched.declined == 0
        else { return }
        let now = now
        do throws(ReturnedLinks.Circle) {
            try ledger.with { shared throws(ReturnedLinks.Circle) in
                try shared.links.receive(received.text, from: received.submission.peer?.app, now: now)
            }
        } catch {
            // The user gets one notification.
            if error.isKnown { _ = received.markNotified() }
            throw error.error
        }
    }

    /// Prepares a request, and limits the wrong tokens of its socket.
    private func prepare(_ matched: MatchedRequest, _ token: TokenText) throws(OutcomeError) -> PreparedRequest {
        guard case .bytes = token else { return try PreparedRequest(matched, token: token) }
        let door = matched.submission.door
        let now = now
        try ledger.with { shared throws(OutcomeError) in try shared.rates.checkTokens(at: door, now: now) }
        do throws(OutcomeError) {
            return try PreparedRequest(matched, token: token)
        } catch {
            if error.code == StandardCode.token.rawValue {
                ledger.with { $0.rates.countWrongToken(at: door, now: now) }
            }
            throw error
        }
    }

    /// Carries out a request whose handler waits for nothing. If the request is recorded, a closure waits: its start
    /// must be recorded too, or the closure would run again after a kill.
    private func start(_ request: ApprovedRequest, isRecorded: Bool) -> RequestStep {
        if isRecorded, case .closure = request.route.action { return .stop(.handler(request)) }
        do {
            guard let result = try handlers.performAtOnce(request) else { return .stop(.handler(request)) }
            return try step(of: request.matched, after: result)
        } catch {
            return step(of: request.matched, after: error)
        }
    }

    func step(of matched: MatchedRequest, after result: consuming HandlerStep) throws(OutcomeError) -> RequestStep {
        switch consume result {
        case .outcome(let outcome): return .stop(.ended(RequestResult(.matched(matched), outcome)))
        case .opened(let end):
            notifications.watch(end, ofRouteIn: matched)
            return .stop(.ended(RequestResult(.matched(matched), .success)))
        case .redirect(let target): return .read(try matched.redirected(to: target))
        case .dispatch(let next): return .stop(.forwarded(matched, next))
        }
    }

    /// Passes a request on to the next best route if its route declined; any other error ends the request.
    func step(of matched: MatchedRequest, after error: any Error) -> RequestStep {
        if error is Declined { return .match(matched.parsed, declined: matched.declined + 1) }
        return .stop(.ended(RequestResult(.matched(matched), failure: error)))
    }
}
