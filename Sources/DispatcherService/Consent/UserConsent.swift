import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// Asks the user whether requests may run: one question at a time, with a rest after each, in which a click that was meant for
/// the last dialog hits nothing.
final class UserConsent: Sendable {
    let grants: Grants
    private let prompt: Prompt
    private let clock: Timestamp.Clock
    private let rest: Duration
    private let ledger: RequestLedger

    /// - Parameter rest: The time between the questions of two requests.
    init(
        ledger: RequestLedger, grants: Grants, prompt: Prompt, clock: @escaping Timestamp.Clock,
        rest: Duration = .seconds(1)
    ) {
        self.ledger = ledger
        self.grants = grants
        self.prompt = prompt
        self.clock = clock
        self.rest = rest
    }

    /// What surrounds a question.
    struct Surroundings {
        /// Writes the request down. It is called before the request waits.
        let record: () async throws(OutcomeError) -> Void
        /// Returns the variables of the dialog, and why the answer would reach none of some apps.
        let lookUp: @Sendable () async -> (environment: [String: String], losses: Set<String>)
        /// Tells the user what is muted from now on.
        let tell: @Sendable (QuestionMutes.Mute) -> Void
    }

    /// Asks a question when it is its turn, and returns if the answer is yes. Throws ``NotAllowed`` for a no, ``PromptFailure``
    /// if there is no answer, 429 if too many wait or the route is muted, and 503 if the daemon stops or the request is
    /// cancelled meanwhile.
    func ask(_ question: Question, about received: ReceivedRequest, _ surroundings: Surroundings) async throws {
        try enter(question, about: received)
        var isShown = false
        defer { leave(received.id, isShown: isShown) }
        try await surroundings.record()
        callNext()
        try await waitForTurn(received)
        // The question before may have been answered for this one too.
        guard !grants.covers(question) else { return }
        let (environment, losses) = await surroundings.lookUp()
        isShown = true
        switch try await answer(to: question, question.text(losing: losses), received, environment) {
        case .once: note(.yes, to: question, received, surroundings)
        case .always:
            note(.yes, to: question, received, surroundings)
            if let grant = question.grant { await grants.add(grant, at: clock()) }
        case .no:
            note(.no, to: question, received, surroundings)
            throw NotAllowed()
        case .none(let reason):
            note(.none, to: question, received, surroundings)
            throw PromptFailure(outcome: question.refusal(reason))
        case .failure(let reason, let cure):
            // If no program was started, nobody saw a question.
            isShown = cure == nil
            if isShown { note(.none, to: question, received, surroundings) }
            throw PromptFailure(outcome: question.refusal(reason, cure: cure))
        }
    }

    /// The number of the requests that are asked about or wait for that.
    var count: Int { ledger.with { $0.questions.count } }

    /// The route of a request, if the user is asked about that request, or will be.
    func askedRoute(of id: String) -> String? { ledger.with { $0.questions.askedRoute(of: id) } }

    /// Ends the open prompt, and opens no other: the daemon stops.
    func interrupt() { ledger.wake { $0.questions.stop() } }

    /// Takes a place. Its turn comes by ``callNext()``.
    private func enter(_ question: Question, about received: ReceivedRequest) throws(OutcomeError) {
        let now = clock()
        do throws(QuestionPlace.Refusal) {
            try ledger.with { shared throws(QuestionPlace.Refusal) in
                try shared.questions.enter(received.id, question.route, at: received.submission.door, now: now)
            }
        } catch {
            switch error {
            case .stops: throw .interrupted
            case .muted(let mute): throw Self.refusal(of: received, mute)
            case .full:
                throw OutcomeError(.tooMany, "other questions wait for your answer; answer them, then try again")
            }
        }
    }

    /// Opens the next question, if none is open. The questions of muted routes are refused.
    private func callNext() {
        let now = clock()
        ledger.wake { $0.questions.callNext(now: now) }
    }

    private func waitForTurn(_ received: ReceivedRequest) async throws(OutcomeError) {
        switch await ledger.wait(for: received.id, { $0.questions.turn(of: received.id) }) {
        case .begins: return
        case .muted(let mute): throw Self.refusal(of: received, mute)
        case .stops, nil: throw .interrupted
        }
    }

    /// The error of a request whose question is muted. The user was told so when the mute began.
    private static func refusal(of received: ReceivedRequest, _ mute: QuestionMutes.Mute) -> OutcomeError {
        _ = received.markNotified()
        return OutcomeError(.tooMany, mute.reason)
    }

    /// Frees the place of a request.
    /// - Parameter isShown: Whether its question was shown, so that the next one comes after the rest.
    private func leave(_ id: RequestID, isShown: Bool) {
        guard ledger.with({ $0.questions.leave(id, isShown: isShown) }) else { return callNext() }
        Task(executorPreference: TaskPool.preferred) { [self] in
            _ = await Deadline.wait(for: rest)
            ledger.with { $0.questions.endRest() }
            callNext()
        }
    }

    private func note(
        _ answer: QuestionMutes.Answer, to question: Question, _ received: ReceivedRequest, _ surroundings: Surroundings
    ) {
        let (door, now) = (received.submission.door, clock())
        let mutes = ledger.with { $0.questions.add(answer, to: question.route, at: door, now: now) }
        for mute in mutes { surroundings.tell(mute) }
    }

    private func answer(
        to question: Question, _ text: String, _ received: ReceivedRequest, _ environment: [String: String]
    ) async throws -> Prompt.Answer {
        let activation = received.submission.activation
        let variables = environment.merging(activation.variables) { $1 }
        return try await withThrowingTaskGroup(of: Prompt.Answer?.self) { group in
            group.addTask { [prompt] in
                try await prompt.ask(
                    text, confirmation: question.grant?.text, command: received.table.settings.prompt,
                    environment: variables, activated: activation.replace)
            }
            group.addTask { [ledger] in
                _ = await ledger.wait(for: received.id) { $0.questions.isStopping ? true : nil }
                return nil
            }
            defer { group.cancelAll() }
            do {
                if let answer = try await group.next() ?? nil { return answer }
                // The prompt is ended before its place is free.
                group.cancelAll()
                while try await group.next() != nil {}
            } catch is CancellationError {
                // The reason follows.
            }
            throw OutcomeError.interrupted
        }
    }
}

/// Nobody could answer a question. The user is told the reason, even if a callback reports it.
struct PromptFailure: Error {
    let outcome: OutcomeError
}

/// The user answered the question of a request with no: its outcome is a cancel.
struct NotAllowed: Error {}
