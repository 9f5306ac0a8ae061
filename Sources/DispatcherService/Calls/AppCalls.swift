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
    }

    private struct Waiting {
        let tokens: [String]
        let call: AppCall
        let outcomes: AsyncStream<Outcome>.Continuation
    }

    /// How many wrong tokens a socket may try in a second, and at once.
    private static let refusalLimit = 10

    private let contents = Mutex(Contents())
    private let clock: Timestamp.Clock

    init(clock: @escaping Timestamp.Clock) { self.clock = clock }

    /// Lets a call wait, until ``end(_:)``. Throws 503 if as many as the limit wait already, or the daemon stops.
    func begin(_ call: AppCall, limit: Int) throws(OutcomeError) -> PendingCall {
        let id = call.parsed.context.id
        let (stream, continuation) = AsyncStream.makeStream(of: Outcome.self)
        let tokens = Dictionary(uniqueKeysWithValues: CallbackKind.allCases.map { ($0, RandomToken.make()) })
        let refusal: OutcomeError? = contents.withLock { contents in
            if contents.isInterrupted { return .interrupted }
            guard contents.calls.count < limit else {
                return OutcomeError(.draining, "no more than \(limit) calls may wait")
            }
            contents.calls[id] = Waiting(tokens: Array(tokens.values), call: call, outcomes: continuation)
            for (kind, token) in tokens { contents.tokens[token] = (id, kind) }
            return nil
        }
        if let refusal { throw refusal }
        return PendingCall(tokens: tokens, outcomes: stream)
    }

    /// Forgets a call: an answer is too late now.
    func end(_ id: RequestID) { contents.withLock { $0.remove(id) }?.outcomes.finish() }

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
        let call: Waiting? = contents.withLock { contents in
            contents.tokens[answer.token].flatMap { contents.remove($0.call) }
        }
        guard let call else { return refusal(at: request.submission.door) ?? error }
        call.outcomes.yield(call.call.outcome(ofMalformed: answer, error))
        call.outcomes.finish()
        return error
    }

    private func give(_ answer: Submission, by token: String) async -> Bool {
        var isTaken = false
        await withCheckedContinuation { replier in
            let call: (CallbackKind, Waiting)? = contents.withLock { contents in
                guard let (id, kind) = contents.tokens[token], let call = contents.remove(id) else { return nil }
                contents.repliers[id] = replier
                return (kind, call)
            }
            guard let (kind, call) = call else { return replier.resume() }
            isTaken = true
            // The call's own token opened the app, where the user has clicked since.
            call.call.parsed.context.submission.activation.replace(with: answer.activation)
            call.outcomes.yield(Outcome(answer: kind, answer.url, plusAsSpace: call.call.readsPlusAsSpace))
            call.outcomes.finish()
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
            return contents.calls.values.map(\.outcomes)
        }
        for outcomes in calls { outcomes.finish() }
    }
}
