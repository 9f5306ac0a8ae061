import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Synchronization
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
    private let state = Mutex(State())

    /// So many requests of a socket wait while another one is asked about: a page could fill the screen with questions.
    private static let waitingLimit = 4

    /// A request that the user is asked about, or will be.
    private struct Place {
        let id: RequestID
        let route: String
        let door: Door
        /// Yields when it is the request's turn, and finishes when its dialog has to end.
        let turn: AsyncStream<Turn>.Continuation
    }

    private enum Turn {
        case begins
        case muted(QuestionMutes.Mute)
    }

    private struct State {
        /// The request whose dialog is open.
        var open: Place?
        var waiting: [Place] = []
        /// The socket of the last question: the sockets take turns.
        var lastDoor: Door?
        var isResting = false
        var mutes = QuestionMutes()
        var isStopping = false
    }

    /// - Parameter rest: The time between the questions of two requests.
    init(
        grants: Grants, prompt: Prompt, clock: @escaping Timestamp.Clock, rest: Duration = .seconds(1)
    ) {
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
    func ask(_ question: Question, about context: IncomingRequest, _ surroundings: Surroundings) async throws {
        let turns = try enter(question, about: context)
        var isShown = false
        defer { leave(context.id, isShown: isShown) }
        try await surroundings.record()
        callNext()
        try await wait(for: turns, context)
        // The question before may have been answered for this one too.
        guard !grants.covers(question) else { return }
        let (environment, losses) = await surroundings.lookUp()
        isShown = true
        switch try await answer(to: question, question.text(losing: losses), context, environment, until: turns) {
        case .once: note(.yes, to: question, context, surroundings)
        case .always:
            note(.yes, to: question, context, surroundings)
            if let grant = question.grant { await grants.add(grant, at: clock()) }
        case .no:
            note(.no, to: question, context, surroundings)
            throw NotAllowed()
        case .none(let reason):
            note(.none, to: question, context, surroundings)
            throw PromptFailure(outcome: question.refusal(reason))
        case .failure(let reason, let cure):
            // If no program was started, nobody saw a question.
            isShown = cure == nil
            if isShown { note(.none, to: question, context, surroundings) }
            throw PromptFailure(outcome: question.refusal(reason, cure: cure))
        }
    }

    /// The number of the requests that are asked about or wait for that.
    var count: Int { state.withLock { $0.waiting.count + ($0.open == nil ? 0 : 1) } }

    /// The route of a request, if the user is asked about that request, or will be.
    func askedRoute(of id: String) -> String? {
        state.withLock { state in
            (state.waiting + [state.open].compactMap(\.self)).first { $0.id.description == id }?.route
        }
    }

    /// Ends the open prompt, and opens no other: the daemon stops.
    func interrupt() {
        state.withLock { state in
            state.isStopping = true
            for place in state.waiting + [state.open].compactMap(\.self) { place.turn.finish() }
        }
    }

    /// Takes a place. Its turn comes by ``callNext()``.
    private func enter(_ question: Question, about context: IncomingRequest) throws(OutcomeError) -> AsyncStream<Turn> {
        let (turns, turn) = AsyncStream.makeStream(of: Turn.self)
        let place = Place(id: context.id, route: question.route, door: context.submission.door, turn: turn)
        let now = clock()
        let refusal: OutcomeError? = state.withLock { state in
            if state.isStopping { return .interrupted }
            if let mute = state.mutes.mute(of: place.route, at: place.door, now: now) {
                return Self.refusal(of: context, mute)
            }
            let isFree = state.open == nil && !state.isResting
            let waiting = state.waiting.count { $0.door == place.door }
            guard waiting < Self.waitingLimit + (isFree ? 1 : 0) else {
                return OutcomeError(.tooMany, "other questions wait for your answer; answer them, then try again")
            }
            state.waiting.append(place)
            return nil
        }
        if let refusal { throw refusal }
        return turns
    }

    /// Opens the next question, if none is open. Those of muted routes are refused.
    private func callNext() {
        let now = clock()
        state.withLock { state in
            while state.open == nil, !state.isResting, !state.waiting.isEmpty {
                let index = state.waiting.firstIndex { $0.door != state.lastDoor } ?? 0
                let next = state.waiting.remove(at: index)
                if let mute = state.mutes.mute(of: next.route, at: next.door, now: now) {
                    next.turn.yield(.muted(mute))
                } else {
                    (state.open, state.lastDoor) = (next, next.door)
                    next.turn.yield(.begins)
                }
            }
        }
    }

    private func wait(for turns: AsyncStream<Turn>, _ context: IncomingRequest) async throws(OutcomeError) {
        for await turn in turns {
            switch turn {
            case .begins: return
            case .muted(let mute): throw Self.refusal(of: context, mute)
            }
        }
        throw .interrupted
    }

    /// The error of a request whose question is muted. The user was told so when the mute began.
    private static func refusal(of context: IncomingRequest, _ mute: QuestionMutes.Mute) -> OutcomeError {
        _ = context.markNotified()
        return OutcomeError(.tooMany, mute.reason)
    }

    /// Frees the place of a request.
    /// - Parameter isShown: Whether its question was shown, so that the next one comes after the rest.
    private func leave(_ id: RequestID, isShown: Bool) {
        let rests = state.withLock { state in
            state.waiting.removeAll { $0.id == id }
            guard state.open?.id == id else { return false }
            state.open = nil
            state.isResting = isShown
            return isShown
        }
        guard rests else { return callNext() }
        Task(executorPreference: TaskPool.preferred) { [self] in
            _ = await Deadline.wait(for: rest)
            state.withLock { $0.isResting = false }
            callNext()
        }
    }

    private func note(
        _ answer: QuestionMutes.Answer, to question: Question, _ context: IncomingRequest, _ surroundings: Surroundings
    ) {
        let mutes = state.withLock {
            $0.mutes.add(answer, to: question.route, at: context.submission.door, now: clock())
        }
        for mute in mutes { surroundings.tell(mute) }
    }

    private func answer(
        to question: Question, _ text: String, _ context: IncomingRequest, _ environment: [String: String],
        until turns: AsyncStream<Turn>
    ) async throws -> Prompt.Answer {
        let activation = context.submission.activation
        let variables = environment.merging(activation.variables) { $1 }
        return try await withThrowingTaskGroup(of: Prompt.Answer?.self) { group in
            group.addTask { [prompt] in
                try await prompt.ask(
                    text, confirmation: question.grant?.text, command: context.table.settings.prompt,
                    environment: variables, activated: activation.replace)
            }
            group.addTask {
                for await _ in turns {}
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
