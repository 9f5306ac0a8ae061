import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import XCallbackURL

extension Dispatcher {
    /// Gets the permission of a request that was checked and counted. The user is asked last, and once.
    func approve(_ prepared: PreparedRequest, _ admission: Admission) async throws -> ApprovedRequest {
        let matched = prepared.matched
        // The command of a package's file waits for the answer: nobody has agreed that a click may run it.
        let isOwn = matched.route.feature?.isOwn ?? true
        if isOwn { try await checkAvailability(of: matched, admission) }
        let approved = try await approveByUser(prepared, admission)
        if !isOwn { try await checkAvailability(of: matched, admission) }
        return approved
    }

    private func approveByUser(_ prepared: PreparedRequest, _ admission: Admission) async throws -> ApprovedRequest {
        if let request = ApprovedRequest(unasked: prepared) { return request }
        let matched = prepared.matched
        if case .ask(let question) = prepared.permission, !consent.grants.covers(question),
            matched.received.agreement != question.text
        {
            try handlers.check(prepared)
            // The user may have been asked about it already.
            guard !matched.received.isRecovered else {
                throw OutcomeError(.draining, "interrupted: the daemon stopped before the user agreed")
            }
            let settings = matched.settings
            try await consent.ask(
                question, about: matched.received,
                UserConsent.Surroundings(
                    record: { () async throws(OutcomeError) in try await admission.record(.matched(matched)) },
                    lookUp: { [session, environment, opener] in
                        let variables = await session.variables(over: environment.variables(under: settings))
                        let losses = question.apps.compactMap {
                            opener.undeliverableReason($0, under: settings, in: variables)
                        }
                        return (variables, Set(losses))
                    },
                    tell: { [self] mute in notify(of: mute, under: settings) }))
            try await recorder.recordConsent(to: question, about: .matched(matched))
        }
        return ApprovedRequest(confirmed: prepared)
    }

    /// Tells the user once what is muted.
    private func notify(of mute: QuestionMutes.Mute, under settings: Settings) {
        guard settings.notifications else { return }
        let variables = environment.variables(under: settings)
        work.start { [notifier] in
            await notifier.show("Fewer questions", mute.reason, kind: .mutedQuestions, environment: variables)
        }
    }

    /// Throws 424 if the feature of a request is not available. Its command may take a while. Everything else that does, a
    /// question, a turn or a handler, writes the request down itself, with its start where it can.
    private func checkAvailability(of matched: MatchedRequest, _ admission: Admission) async throws {
        let feature = matched.route.feature
        if feature?.availability.command != nil { try await admission.recordPromise(.matched(matched)) }
        try await availability.check(feature, environment: environment.variables(for: matched.received))
    }

    /// Throws 424 for a call that no answer can reach: it is refused before it waits.
    func checkAnswer(to submission: Submission) throws(OutcomeError) {
        guard case .call = submission.kind else { return }
        let request = ReceivedRequest(id: makeID(), submission: submission, table: table, begun: now)
        try handlers.appCall.checkAnswer(to: request)
    }

    /// Returns why each unavailable feature of a table does not answer, by name.
    func unavailableReasons(in table: DispatchTable) async -> [String: String] {
        await availability.unavailableReasons(
            of: table.configuration.features, environment: environment.variables(under: table.settings))
    }
}
