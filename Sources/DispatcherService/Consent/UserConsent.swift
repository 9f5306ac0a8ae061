import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Synchronization
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// Asks the user whether requests may run, one at a time. None waits for its turn: a page could fill the screen with
/// questions.
final class UserConsent: Sendable {
    let grants: Grants
    private let prompt: Prompt
    private let clock: Timestamp.Clock
    private let state = Mutex(State())

    private struct State {
        /// Ends the open prompt; nil if none is open.
        var interruption: AsyncStream<Never>.Continuation?
        /// The request that it is about, and its route.
        var asked: (id: RequestID, route: String)?
        var mutes = RouteMutes()
        var isStopping = false
    }

    init(grants: Grants, prompt: Prompt, clock: @escaping Timestamp.Clock) {
        self.grants = grants
        self.prompt = prompt
        self.clock = clock
    }

    /// Asks a question, and returns if the answer is yes. Throws ``NotAllowed`` for a no, ``PromptFailure`` if there is
    /// no answer, 429 while another question is open or the route is muted, and 503 if the daemon stops meanwhile.
    /// - Parameters:
    ///   - environment: The variables of the prompt, besides the request's activation token.
    ///   - record: Writes the request down. It is called before the question is shown.
    func ask(
        _ question: Question, about context: IncomingRequest, environment: [String: String],
        record: () async throws(OutcomeError) -> Void
    ) async throws {
        let interruption = try open(question, about: context.id)
        defer { state.withLock { ($0.interruption, $0.asked) = (nil, nil) } }
        try await record()
        let answer = try await answer(to: question, context, environment, until: interruption)
        switch answer {
        case .once: break
        case .always: if let grant = question.grant { await grants.add(grant, at: clock()) }
        case .no:
            state.withLock { $0.mutes.addRefusal(of: question.route, at: clock()) }
            throw NotAllowed()
        case .failure(let reason): throw PromptFailure(outcome: question.refusal(reason))
        }
    }

    /// Whether a question is open.
    var isAsking: Bool { state.withLock { $0.asked != nil } }

    /// The route of a request, if the open question is about that request.
    func askedRoute(of id: String) -> String? {
        state.withLock { state in state.asked.flatMap { $0.id.description == id ? $0.route : nil } }
    }

    /// Ends the open prompt, and opens no other: the daemon stops.
    func interrupt() {
        state.withLock { state in
            state.isStopping = true
            state.interruption?.finish()
        }
    }

    /// Takes the one place for a prompt.
    private func open(_ question: Question, about request: RequestID) throws(OutcomeError) -> AsyncStream<Never> {
        let (interruption, continuation) = AsyncStream.makeStream(of: Never.self)
        let now = clock()
        let refusal: OutcomeError? = state.withLock { state in
            if state.isStopping { return .interrupted }
            if state.interruption != nil {
                return OutcomeError(.tooMany, "the user is being asked about another request")
            }
            if state.mutes.isMuted(question.route, at: now) {
                return OutcomeError(
                    .tooMany,
                    "the user refused route '\(question.route)' three times, and is not asked for five minutes")
            }
            (state.interruption, state.asked) = (continuation, (request, question.route))
            return nil
        }
        if let refusal { throw refusal }
        return interruption
    }

    private func answer(
        to question: Question, _ context: IncomingRequest, _ environment: [String: String],
        until interruption: AsyncStream<Never>
    ) async throws -> Prompt.Answer {
        let activation = context.submission.activation
        let variables = environment.merging(activation.variables) { $1 }
        return try await withThrowingTaskGroup(of: Prompt.Answer?.self) { group in
            group.addTask { [prompt] in
                try await prompt.ask(
                    question.text, remembers: question.grant != nil, command: context.table.settings.prompt,
                    environment: variables, activated: activation.replace)
            }
            group.addTask {
                for await _ in interruption {}
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
