import DispatcherConfiguration
import DispatcherRequests
import XCallbackURL

extension Dispatcher {
    /// Checks everything that can be checked before the handler of a request runs. The user is asked last, and once.
    func approve(_ matched: MatchedRequest, _ admission: Admission) async throws -> ApprovedRequest {
        let prepared = try await prepare(matched)
        let door = matched.submission.door
        if let rate = matched.route.rate(at: door, standard: RouteRates.standard) {
            try rates.admit(matched.route.name, door: door, rate: rate, now: now)
        }
        let variables = environment.variables(for: matched.context)
        // The command of `available-when` may take a while. Everything else that does, a question, a turn or a handler,
        // writes the request down itself, with its start where it can.
        if matched.route.feature?.availability.command != nil { try await admission.recordPromise(.matched(matched)) }
        try await availability.check(matched.route.feature, environment: variables)
        if let request = ApprovedRequest(unasked: prepared) { return request }
        if case .ask(let question) = prepared.permission, !consent.grants.covers(question) {
            try handlers.check(prepared)
            // The user may have been asked about it already, and the prompt of the previous daemon may still be open.
            guard !admission.isRecovered else {
                throw OutcomeError(.draining, "interrupted: the daemon stopped before the user agreed")
            }
            try await consent.ask(question, about: matched.context, environment: variables) {
                () throws(OutcomeError) in try await admission.record(.matched(matched))
            }
        }
        return ApprovedRequest(confirmed: prepared)
    }

    /// Checks a request, and limits the wrong tokens of its socket.
    private func prepare(_ matched: MatchedRequest) async throws(OutcomeError) -> PreparedRequest {
        let token = await TokenFiles.text(for: matched)
        guard case .bytes = token else { return try PreparedRequest(matched, token: token) }
        let door = matched.submission.door
        try rates.checkTokens(at: door, now: now)
        do throws(OutcomeError) {
            return try PreparedRequest(matched, token: token)
        } catch {
            if error.code == StandardCode.token.rawValue { rates.countWrongToken(at: door, now: now) }
            throw error
        }
    }
}
