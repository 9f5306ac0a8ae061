import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import Synchronization
import URLSchemeRouter
import XCallbackURL

/// The calls that wait for other apps, found by the tokens that were planted in their URLs. A token counts once, and only
/// while its call waits.
final class PendingCalls: Sendable {
    /// How often a wrong token may be tried at a door.
    static let refusals = RoutePolicy.Rate(perSecond: 10, burst: 10)

    private struct Contents {
        var tokens: [String: (call: RequestID, kind: CallbackKind)] = [:]
        var calls: [RequestID: Waiting] = [:]
        /// The requests that brought an answer, by the calls that got it.
        var answers: [RequestID: CheckedContinuation<Void, Never>] = [:]
        var isInterrupted = false

        mutating func remove(_ id: RequestID) -> Waiting? {
            guard let call = calls.removeValue(forKey: id) else { return nil }
            for token in call.tokens { tokens[token] = nil }
            return call
        }
    }

    /// A call that waits.
    private struct Waiting {
        let tokens: [String]
        let plusAsSpace: Bool
        let outcomes: AsyncStream<Outcome>.Continuation
    }

    private let contents = Mutex(Contents())
    private let rates = RouteRates()

    /// Lets a call wait, until ``end(_:)``. Throws 503 if as many wait already, or nothing is waited for any more.
    /// - Parameter plusAsSpace: Whether `+` in the answer is a space.
    func begin(
        _ id: RequestID, readingPlusAsSpace plusAsSpace: Bool, limit: Int
    ) throws(OutcomeError) -> PendingCall {
        let (stream, continuation) = AsyncStream.makeStream(of: Outcome.self)
        let tokens = Dictionary(uniqueKeysWithValues: CallbackKind.allCases.map { ($0, PendingCall.makeToken()) })
        let refusal: OutcomeError? = contents.withLock { contents in
            if contents.isInterrupted { return RequestLedger.interrupted }
            guard contents.calls.count < limit else {
                return OutcomeError(.draining, "no more than \(limit) calls may wait")
            }
            contents.calls[id] = Waiting(
                tokens: Array(tokens.values), plusAsSpace: plusAsSpace, outcomes: continuation)
            for (kind, token) in tokens { contents.tokens[token] = (id, kind) }
            return nil
        }
        if let refusal { throw refusal }
        return PendingCall(tokens: tokens, outcomes: stream)
    }

    /// Forgets a call: what answers it now is too late.
    func end(_ id: RequestID) { contents.withLock { $0.remove(id) }?.outcomes.finish() }

    /// Takes the answer that a request to the reply route brings, and waits until the outcome of the call is written down:
    /// an answer that was taken is not lost. Throws 404 if no call waits for it, and 429 for too many of those.
    func take(_ request: Request) async throws(OutcomeError) {
        guard case .value(let token)? = request.match?.pathParameters["token"],
            await give(request.submission.url, by: token)
        else { throw refusal(at: request.submission.door) }
    }

    private func give(_ answer: [UInt8], by token: String) async -> Bool {
        var isTaken = false
        await withCheckedContinuation { written in
            let call: (CallbackKind, Waiting)? = contents.withLock { contents in
                guard let (id, kind) = contents.tokens[token], let call = contents.remove(id) else { return nil }
                contents.answers[id] = written
                return (kind, call)
            }
            guard let (kind, call) = call else { return written.resume() }
            isTaken = true
            call.outcomes.yield(Outcome(answer: kind, answer, plusAsSpace: call.plusAsSpace))
            call.outcomes.finish()
        }
        return isTaken
    }

    /// Tells whoever answered a call that its outcome is written down.
    func settle(_ id: RequestID) { contents.withLock { $0.answers.removeValue(forKey: id) }?.resume() }

    private func refusal(at door: Door) -> OutcomeError {
        do {
            try rates.admit(BuiltInRoute.reply.name, door: door, rate: Self.refusals)
            return OutcomeError(.noRoute, "no call waits for this answer")
        } catch {
            return OutcomeError(.tooMany, "too many answers that no call waits for")
        }
    }

    /// Ends the waiting of all calls, those that come later too.
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
