import DispatcherConfiguration
import DispatcherRequests
import XCallbackURL

extension Dispatcher {
    /// Gets the permission of a request that was checked and counted. The user is asked last, and once.
    func approve(_ prepared: PreparedRequest, _ admission: Admission) async throws -> ApprovedRequest {
        let matched = prepared.matched
        let variables = environment.variables(for: matched.context)
        // The command of `available-when` may take a while. Everything else that does, a question, a turn or a handler,
        // writes the request down itself, with its start where it can.
        if matched.route.feature?.availability.command != nil { try await admission.recordPromise(.matched(matched)) }
        try await availability.check(matched.route.feature, environment: variables)
        if let request = ApprovedRequest(unasked: prepared) { return request }
        if case .ask(let question) = prepared.permission, !consent.grants.covers(question),
            matched.context.agreement != question.text
        {
            try handlers.check(prepared)
            // The user may have been asked about it already, and the prompt of the previous daemon may still be open.
            guard !matched.context.isRecovered else {
                throw OutcomeError(.draining, "interrupted: the daemon stopped before the user agreed")
            }
            try await consent.ask(question, about: matched.context, environment: variables) {
                () throws(OutcomeError) in try await admission.record(.matched(matched))
            }
            try await recorder.recordConsent(to: question, about: .matched(matched))
        }
        return ApprovedRequest(confirmed: prepared)
    }

    /// Throws 424 for a call that no answer can reach: it is refused before it waits.
    func checkAnswer(to submission: Submission) throws(OutcomeError) {
        guard case .call = submission.kind else { return }
        let request = IncomingRequest(id: makeID(), submission: submission, table: table, begun: now)
        try handlers.appCall.checkAnswer(to: request)
    }

    /// Returns why each unavailable feature of a table does not answer, by name.
    func unavailableReasons(in table: DispatchTable) async -> [String: String] {
        await availability.unavailableReasons(
            of: table.configuration.features, environment: environment.variables(under: table.settings))
    }
}
