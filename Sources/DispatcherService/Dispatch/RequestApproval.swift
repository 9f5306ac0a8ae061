import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem
import XCallbackURL

/// Decides whether a request may run: its route's rules, its token and its rate, and then the user, who is asked last.
struct RequestApproval: Sendable {
    let ledger: RequestLedger
    let recorder: RequestRecorder
    let availability: FeatureAvailability
    let consent: UserConsent
    let handlers: RequestHandlers
    let environment: ChildEnvironment
    let clock: Timestamp.Clock

    /// Returns a request that may run now. The user is asked last, and once.
    func approve(_ matched: MatchedRequest, _ admission: Admission) async throws -> ApprovedRequest {
        if matched.tokenFile != nil { await admission.mayWait() }
        let approved = try check(matched, token: await TokenFiles.text(for: matched))
        try await checkAvailability(of: matched, admission)
        if let question = approved.question { try await ask(question, about: approved, admission) }
        return approved
    }

    /// Checks a request, and counts it for the rate of its route.
    private func check(_ matched: MatchedRequest, token: TokenText) throws(OutcomeError) -> ApprovedRequest {
        let approved = try checkRules(of: matched, token)
        let door = matched.submission.door
        // The previous daemon has counted a request that it accepted.
        if !matched.received.isRecovered, let rate = matched.route.rate(at: door, standard: RequestRates.standard) {
            let now = clock()
            try ledger.with { shared throws(OutcomeError) in
                try shared.rates.admit(matched.route.name, at: door, rate: rate, now: now)
            }
        }
        try countReturn(of: matched)
        return approved
    }

    /// Throws 508 for a link that an app gives back to the desktop again and again.
    private func countReturn(of matched: MatchedRequest) throws(OutcomeError) {
        let received = matched.received
        guard received.submission.door == .desktop, !received.isRecovered, !received.isRedirected, matched.declined == 0
        else { return }
        let now = clock()
        let sender = received.submission.peer?.app
        guard let circle = ledger.with({ $0.links.receive(received.text, from: sender, now: now) }) else { return }
        // The user gets one notification.
        if circle.isKnown { _ = received.markNotified() }
        throw circle.error
    }

    /// Checks the rules for a request, and limits the wrong tokens of its socket.
    private func checkRules(of matched: MatchedRequest, _ token: TokenText) throws(OutcomeError) -> ApprovedRequest {
        guard case .bytes = token else { return try ApprovedRequest(checking: matched, token: token) }
        let door = matched.submission.door
        let now = clock()
        try ledger.with { shared throws(OutcomeError) in try shared.rates.checkTokens(at: door, now: now) }
        do throws(OutcomeError) {
            return try ApprovedRequest(checking: matched, token: token)
        } catch {
            if error.code == StandardCode.token.rawValue {
                ledger.with { $0.rates.countWrongToken(at: door, now: now) }
            }
            throw error
        }
    }

    /// Asks the user about a request, unless an earlier answer allows it.
    private func ask(_ question: Question, about request: ApprovedRequest, _ admission: Admission) async throws {
        let matched = request.matched
        guard !consent.grants.covers(question), matched.received.agreement != question.text else { return }
        try handlers.check(request)
        await admission.mayWait()
        // The user may have been asked about the request already.
        guard !matched.received.isRecovered else {
            throw OutcomeError(.draining, "interrupted: the daemon stopped before the user agreed")
        }
        let stamps = try await ownFileStamps(of: matched)
        try await consent.ask(question, about: request, admission)
        // The question named the files, not what the files hold.
        guard try await ownFileStamps(of: matched) == stamps else {
            throw OutcomeError(
                .refused, "a file in the command of '\(matched.route.name)' changed while you were asked")
        }
        try await recorder.recordConsent(to: question, about: .matched(matched))
    }

    /// Returns the stamps of the author's own files that the command may run and the user's yes is about.
    private func ownFileStamps(of matched: MatchedRequest) async throws -> [FileStamp?] {
        guard let files = matched.route.definition?.value.ownFiles, !files.isEmpty else { return [] }
        // A folder changes with each file in it.
        return try await FileWork.run { files.filter { !Directory.exists($0) }.map { FileStamp(of: $0) } }
    }

    /// Throws 424 if the feature of a request is not available. The feature's command may take a while, so the request
    /// is recorded first. Questions, turns and handlers, which may take a while too, record the request themselves,
    /// together with its start if possible.
    private func checkAvailability(
        of matched: MatchedRequest, _ admission: Admission
    ) async throws(OutcomeError) {
        guard let feature = matched.route.feature else { return }
        if feature.availability.command != nil {
            await admission.mayWait()
            try await admission.recordPromise(.matched(matched))
        }
        try await availability.check(feature, environment: environment.variables(for: matched.received))
    }
}
