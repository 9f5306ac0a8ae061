import DispatcherMessages
import DispatcherRequests
import QueryCoding
import Synchronization
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// The calls that wait for other apps, by the tokens that were planted in their URLs. A token counts once, and only while
/// its call waits.
final class AppCalls: Sendable {
    private struct Contents {
        var tokens: [String: (call: RequestID, kind: CallbackKind)] = [:]
        var calls: [RequestID: Waiting] = [:]
        /// The answers that were taken, until their calls look at them.
        var answers: [RequestID: Answer] = [:]
        /// The requests that brought an answer, by the calls that got it.
        var repliers: [RequestID: CheckedContinuation<Void, Never>] = [:]
        /// How often a wrong token may be tried by a socket.
        var refusals = ByDoor(repeating: TokenBucket())
        var isInterrupted = false

        mutating func remove(_ id: RequestID) -> Waiting? {
            guard let call = calls.removeValue(forKey: id) else { return nil }
            for token in call.tokens { tokens[token] = nil }
            return call
        }

        /// Takes an answer by its token. From here on it counts, whatever ends the wait of its call.
        mutating func take(_ token: String, _ answer: (AppCall, CallbackKind) -> Answer) -> (RequestID, Waiting)? {
            guard let (id, kind) = tokens[token], let waiting = remove(id) else { return nil }
            answers[id] = answer(waiting.call, kind)
            return (id, waiting)
        }
    }

    private struct Waiting {
        let tokens: [String]
        let call: AppCall
        /// Ends the wait, so that the call looks for its answer.
        let wait: AsyncStream<Never>.Continuation
    }

    private enum Answer {
        case given(CallbackKind, [UInt8], AppCall)
        case malformed(AppAnswer, OutcomeError, AppCall)

        var outcome: Outcome {
            switch self {
            case .given(let kind, let url, let call): Outcome(answer: kind, url, plusAsSpace: call.readsPlusAsSpace)
            case .malformed(let answer, let error, let call): call.outcome(ofMalformed: answer, error)
            }
        }
    }

    /// How many wrong tokens a socket may try in a second, and at once.
    private static let refusalLimit = 10

    private let contents = Mutex(Contents())
    private let clock: Timestamp.Clock

    init(clock: @escaping Timestamp.Clock) { self.clock = clock }

    /// Lets a call wait, until ``conclude(_:)``. Throws 503 if as many as the limit wait already, or the daemon stops.
    func begin(_ call: AppCall, limit: Int) throws(OutcomeError) -> PendingCall {
        let id = call.parsed.context.id
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        let tokens = Dictionary(uniqueKeysWithValues: CallbackKind.allCases.map { ($0, RandomToken.make()) })
        let refusal: OutcomeError? = contents.withLock { contents in
            if contents.isInterrupted { return .interrupted }
            guard contents.calls.count < limit else {
                return OutcomeError(.draining, "no more than \(limit) calls may wait")
            }
            contents.calls[id] = Waiting(tokens: Array(tokens.values), call: call, wait: continuation)
            for (kind, token) in tokens { contents.tokens[token] = (id, kind) }
            return nil
        }
        if let refusal { throw refusal }
        return PendingCall(tokens: tokens, wait: stream)
    }

    /// Ends the wait of a call: an answer is too late now. Returns the answer that was taken before; nil for none.
    func conclude(_ id: RequestID) -> Outcome? {
        contents.withLock { contents in
            _ = contents.remove(id)
            return contents.answers.removeValue(forKey: id)
        }?.outcome
    }

    /// The number of calls that wait for an answer.
    var waitingCount: Int { contents.withLock { $0.calls.count } }

    /// Takes the answer that a request to the reply route brings, and waits until the call's outcome is written down: an
    /// answer that was taken is not lost. Throws 404 if no call waits for it, and 429 after too many of those.
    func take(_ reply: ApprovedRequest) async throws(OutcomeError) {
        guard case .value(let token) = reply.matched.match.pathParameters["token"],
            await give(reply.submission, by: token)
        else {
            throw refusal(at: reply.submission.door) ?? OutcomeError(.noRoute, "no call waits for this answer")
        }
    }

    /// Ends the call that a request answers in a form that cannot be read, if it is one. Returns the error that the request
    /// ends with: its own, or 429 after too many that no call waits for.
    func end(byMalformed request: IncomingRequest, _ error: OutcomeError) -> OutcomeError {
        guard let answer = request.answer else { return error }
        let call = contents.withLock { $0.take(answer.token) { call, _ in .malformed(answer, error, call) } }
        guard let (_, waiting) = call else { return refusal(at: request.submission.door) ?? error }
        waiting.wait.finish()
        return error
    }

    private func give(_ answer: Submission, by token: String) async -> Bool {
        var isTaken = false
        await withCheckedContinuation { replier in
            let waiting: Waiting? = contents.withLock { contents in
                guard let (id, waiting) = contents.take(token, { .given($1, answer.url, $0) }) else { return nil }
                contents.repliers[id] = replier
                return waiting
            }
            guard let waiting else { return replier.resume() }
            isTaken = true
            // The call's own token opened the app, where the user has clicked since.
            waiting.call.parsed.context.submission.activation.replace(with: answer.activation)
            waiting.wait.finish()
        }
        return isTaken
    }

    /// Resumes the request that answered a call, once the call's outcome is written down.
    func resumeReplier(of id: RequestID) { contents.withLock { $0.repliers.removeValue(forKey: id) }?.resume() }

    /// Counts an answer that no call waits for. Returns 429 after too many.
    private func refusal(at door: Door) -> OutcomeError? {
        let now = clock().uptime
        let isAdmitted = contents.withLock { contents in
            contents.refusals[door].take(every: .seconds(1) / Self.refusalLimit, burst: Self.refusalLimit, now: now)
        }
        return isAdmitted ? nil : OutcomeError(.tooMany, "too many answers that no call waits for")
    }

    /// Ends all calls that wait, and those that begin later.
    func interrupt() {
        let calls = contents.withLock { contents in
            contents.isInterrupted = true
            defer {
                contents.calls = [:]
                contents.tokens = [:]
            }
            return contents.calls.values.map(\.wait)
        }
        for wait in calls { wait.finish() }
    }
}
