import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// Asks the user whether requests may run: one question at a time, with a rest after each question, and none while the
/// screen is locked. During the rest, a click that was meant for the last dialog hits nothing.
final class UserConsent: Sendable {
    let grants: Grants
    private let ledger: RequestLedger
    private let prompt: Prompt
    private let environment: ChildEnvironment
    /// The session in which the user sees the question.
    private let session: PresentSession
    private let apps: any URLOpening
    private let notifications: RequestNotifications
    private let clock: Timestamp.Clock
    private let rest: Duration

    /// - Parameters:
    ///   - apps: Knows which apps would not get an answer.
    ///   - rest: The time between the questions of two requests.
    init(
        ledger: RequestLedger, grants: Grants, prompt: Prompt, environment: ChildEnvironment, session: PresentSession,
        apps: any URLOpening, notifications: RequestNotifications, clock: @escaping Timestamp.Clock, rest: Duration
    ) {
        self.ledger = ledger
        self.grants = grants
        self.prompt = prompt
        self.environment = environment
        self.session = session
        self.apps = apps
        self.notifications = notifications
        self.clock = clock
        self.rest = rest
    }

    /// Asks a question when it is its turn, and returns if the answer is yes. Throws ``NotAllowed`` for a no,
    /// ``PromptFailure`` if there is no answer, 429 if too many questions wait or the route is muted, 503 if the
    /// daemon stops or the request is cancelled meanwhile, and the error of a decision that refuses the request
    /// meanwhile, which also closes an open question.
    func ask(_ question: Question, about request: ApprovedRequest, _ admission: Admission) async throws {
        let received = request.received
        let refusal = admission.refusal(of: request)
        try enter(question, about: received)
        var isShown = false
        defer { leave(received.id, isShown: isShown) }
        try await admission.recordAcceptance(of: .matched(request.matched))
        callNext()
        let isAgent = received.submission.door == .agent
        while true {
            try await waitForTurn(received, question, unless: refusal)
            // The answer to an earlier question may have allowed this request too.
            guard !grants.covers(question) else { return }
            if await waitsForUnlock() { continue }
            let settings = request.settings
            let variables = await session.variables(over: environment.variables(under: settings))
            let losses = question.apps.compactMap {
                apps.undeliverableReason($0, by: settings.opener.command(for: $0), environment: variables)
            }
            try await admission.decisions.checkWithFile(request)
            isShown = true
            let reply: Prompt.Answer
            do {
                reply = try await answer(to: question, losing: Set(losses), received, variables, unless: refusal)
            } catch {
                // An agent may cancel its own request, and would open one dialog after the other.
                if isAgent, !ledger.with({ $0.questions.isStopping }) { note(.none, to: question, received) }
                throw error
            }
            switch reply {
            case .once: return note(.yes, to: question, received)
            case .always:
                note(.yes, to: question, received)
                if let grant = question.grant { await grants.add(grant, at: clock()) }
                return
            case .no:
                note(.no, to: question, received)
                throw NotAllowed()
            case .none(let reason):
                // The lock screen covers the dialog.
                isShown = await !waitsForUnlock()
                guard isShown else { continue }
                note(.none, to: question, received)
                throw PromptFailure(outcome: question.refusal(isAgent ? Self.lateReason : reason))
            case .failure(let reason, let cure, let wasStarted):
                // If no program was started, the user saw no question.
                isShown = wasStarted
                if isShown { note(.none, to: question, received) }
                // The reason may name a program or a file of the user.
                let told = isAgent ? Self.unaskedReason : reason
                throw PromptFailure(outcome: question.refusal(told, cure: cure), summary: "you could not be asked")
            }
        }
    }

    /// Looks at the screen. If the screen is locked, the request whose turn it is waits for another turn.
    /// - Returns: Whether the request waits.
    private func waitsForUnlock() async -> Bool {
        guard await session.isLocked() else { return false }
        ledger.with { $0.questions.lock() }
        freeScreen(after: Self.unlockInterval)
        return true
    }

    /// The time between two looks at a screen that is locked.
    private static let unlockInterval = Duration.seconds(2)

    /// The number of requests whose question is open or waits.
    var count: Int { ledger.with { $0.questions.count } }

    /// Whether the questions wait for the screen to be unlocked.
    var isLocked: Bool { ledger.with { $0.questions.isLocked } }

    /// Returns the route of a request, if the question of that request is open or waits.
    func askedRoute(of id: String) -> String? { ledger.with { $0.questions.askedRoute(of: id) } }

    /// The questions that are not asked.
    var mutes: QuestionMutes { ledger.with { $0.questions.mutes } }

    /// Ends the mutes of a socket.
    func endMutes(at door: Door) { ledger.with { $0.questions.mutes.end(at: door) } }

    /// Ends the open prompt, and opens no other prompt, because the daemon stops.
    func interrupt() { ledger.wake { $0.questions.stop() } }

    /// Takes a place in the queue of questions. The turn of the request comes by ``callNext()``.
    private func enter(_ question: Question, about received: ReceivedRequest) throws(OutcomeError) {
        let now = clock()
        do throws(QuestionPlace.Refusal) {
            try ledger.with { shared throws(QuestionPlace.Refusal) in
                try shared.questions.enter(received.id, question.route, at: received.submission.door, now: now)
            }
        } catch {
            throw Self.error(of: error, received)
        }
    }

    /// Opens the next question, if no question is open. Refuses the questions of muted routes.
    private func callNext() {
        let now = clock()
        ledger.wake { $0.questions.callNext(now: now) }
    }

    /// Throws ``PromptFailure`` when the time of a request is over before its turn.
    private func waitForTurn(
        _ received: ReceivedRequest, _ question: Question, unless refusal: @escaping RequestLedger.Refusal
    ) async throws {
        let isAgent = received.submission.door == .agent
        let reason = isAgent ? Self.lateReason : Self.lockedReason
        let late = PromptFailure(
            outcome: question.refusal(reason, cure: "unlock the screen, then click again"),
            summary: "you could not be asked")
        let left = time(left: received)
        let waits: [@Sendable () async throws -> QuestionPlace.Turn?] = [
            { [ledger] in await ledger.wait(for: received.id) { $0.questions.turn(of: received.id) } },
            {
                guard await Deadline.wait(for: left) else { return nil }
                throw late
            },
        ]
        switch try await Self.first(of: waits, unless: refusal) {
        // The machine may have slept meanwhile.
        case .begins: guard time(left: received) > .zero else { throw late }
        case .refused(let refusal): throw Self.error(of: refusal, received)
        case nil: throw OutcomeError.interrupted
        }
    }

    /// The time that an agent's question has, from the acceptance of its request: the programs that use models give up after
    /// a minute, and would repeat a call that the user allows later.
    private static let agentTime = Duration.seconds(45)
    /// The time in which a click's question has to be shown, from the acceptance of its request.
    private static let clickTime = Duration.seconds(600)
    private static let unaskedReason = "the user could not be asked"
    private static let lateReason = "\(HistoryLine.unanswered) within 45 s"
    private static let lockedReason =
        "the screen was locked or the machine slept, so you were not asked within ten minutes"

    /// The time that is left for the turn of a click's question, or for the answer to an agent's.
    private func time(left received: ReceivedRequest) -> Duration {
        let limit = received.submission.door == .agent ? Self.agentTime : Self.clickTime
        return max(.zero, limit - clock().since(received.begun))
    }

    /// Returns the error of a request about which the user is not asked. The user was notified when a mute began.
    private static func error(of refusal: QuestionPlace.Refusal, _ received: ReceivedRequest) -> OutcomeError {
        switch refusal {
        case .stops: return .interrupted
        case .muted(let mute):
            _ = received.markNotified()
            return OutcomeError(.tooMany, mute.reason)
        case .full:
            return OutcomeError(.tooMany, "other questions wait for the user's answer; try again after it")
        }
    }

    /// Frees the place of a request.
    /// - Parameter isShown: Whether the question of the request was shown, so that the next question comes after a
    ///   rest.
    private func leave(_ id: RequestID, isShown: Bool) {
        guard ledger.with({ $0.questions.leave(id, isShown: isShown) }) else { return callNext() }
        freeScreen(after: rest)
    }

    /// Opens the next question after a time. Looks again after that time as long as requests wait for the unlock.
    private func freeScreen(after time: Duration) {
        Task(executorPreference: TaskPool.preferred) { [self] in
            repeat { _ = await Deadline.wait(for: time) } while await isLocked ? session.isLocked() : false
            ledger.with { $0.questions.freeScreen() }
            callNext()
        }
    }

    /// Notes an answer, and notifies the user of the mutes that begin with it.
    private func note(_ answer: QuestionMutes.Answer, to question: Question, _ received: ReceivedRequest) {
        let (door, now) = (received.submission.door, clock())
        let mutes = ledger.with { $0.questions.mutes.add(answer, to: question.route, at: door, now: now) }
        for mute in mutes { notifications.notify(of: mute, under: received.table.settings) }
    }

    private func answer(
        to question: Question, losing losses: Set<String>, _ received: ReceivedRequest,
        _ environment: [String: String], unless refusal: @escaping RequestLedger.Refusal
    ) async throws -> Prompt.Answer {
        let activation = received.submission.activation
        let variables = environment.merging(activation.give(to: .command)) { $1 }
        let time = received.submission.door == .agent ? time(left: received) : nil
        let waits: [@Sendable () async throws -> Prompt.Answer?] = [
            { [prompt] in
                try await prompt.ask(
                    question.text(losing: losses), at: received.submission.door, confirmation: question.grant?.text,
                    command: received.table.settings.prompt, environment: variables, within: time,
                    activated: activation.replace)
            },
            { [ledger] in
                _ = await ledger.wait(for: received.id) { $0.questions.isStopping ? true : nil }
                return nil
            },
        ]
        do {
            if let answer = try await Self.first(of: waits, unless: refusal) { return answer }
        } catch is CancellationError {
            // The error below gives the reason.
        }
        throw OutcomeError.interrupted
    }

    /// Returns the value of the wait that ends first, after the others, which are cancelled, have ended too. Throws the
    /// error of a decision that refuses the request first.
    private static func first<Value: Sendable>(
        of waits: [@Sendable () async throws -> Value?], unless refusal: @escaping RequestLedger.Refusal
    ) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            for wait in waits { group.addTask { try await wait() } }
            group.addTask {
                if let error = await refusal() { throw error }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
