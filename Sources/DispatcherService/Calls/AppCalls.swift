import DispatcherMessages
import DispatcherRequests
import RequestRecord
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// Lets calls wait for the answers of other apps, by the tokens in the ledger.
final class AppCalls: Sendable {
    private let ledger: RequestLedger
    private let clock: Timestamp.Clock

    init(ledger: RequestLedger, clock: @escaping Timestamp.Clock) {
        self.ledger = ledger
        self.clock = clock
    }

    /// Lets a call wait, until ``conclude(_:)``. Throws 503 if `limit` calls wait already, or if the daemon is
    /// stopping.
    /// - Returns: The callbacks that the app gets. Each callback has a token of its own: an app that knows one cannot send
    ///   an answer of another kind.
    func begin(_ call: AppCall, limit: Int) throws(OutcomeError) -> [CallbackKind: String] {
        let tokens = Dictionary(uniqueKeysWithValues: CallbackKind.allCases.map { ($0, RandomToken.make()) })
        try ledger.with { shared throws(OutcomeError) in try shared.calls.begin(call, by: tokens, limit: limit) }
        // A callback ends in `?`, so that an app that appends `&a=1` without a check makes a query.
        return tokens.mapValues { "\(BuiltInRoute.scheme.text)://x-callback-url/reply/\($0)?" }
    }

    /// Waits until a call has its answer, or can no longer get an answer. Also returns when the task is cancelled.
    func wait(for id: RequestID) async { _ = await ledger.wait(for: id) { $0.calls.waits(id) ? nil : true } }

    /// Ends the wait of a call: a later answer is too late. Returns the answer that was accepted before; nil without an
    /// answer.
    func conclude(_ id: RequestID) -> Outcome? { ledger.with { $0.calls.conclude(id) } }

    /// The number of calls that wait for an answer.
    var waitingCount: Int { ledger.with { $0.calls.waiting } }

    /// Accepts the answer in a request to the reply route, and waits until the call's outcome is recorded: an accepted
    /// answer is not lost. Throws 404 if no call waits for the answer, and 429 after too many such answers.
    func take(_ reply: ApprovedRequest) async throws(OutcomeError) {
        let answer = reply.submission
        let replier = reply.matched.received.id
        guard case .value(let token) = reply.matched.match.pathParameters["token"],
            let call = give(token, from: replier, { Outcome(answer: $1, answer.url, plusAsSpace: $0.readsPlusAsSpace) })
        else {
            throw refusal(at: answer.door) ?? OutcomeError(.noRoute, "no call waits for this answer")
        }
        let id = call.received.id
        // The call's own token opened the app. The user has clicked there since, so the answer's token is newer.
        call.received.submission.activation.replace(with: answer.activation)
        ledger.wake { _ in [id] }
        // A cancel of the request that brought the answer does not change the call.
        _ = await ledger.wait(for: replier, isCancellable: false) {
            $0.calls.isReplying(replier, to: id) ? nil : true
        }
    }

    /// Gives an answer to the call that waits for it. Returns nil if no call waits, or another answer came first.
    private func give(
        _ token: String, from replier: RequestID? = nil, _ outcome: (AppCall, CallbackKind) -> Outcome
    ) -> AppCall? {
        guard let (call, kind) = ledger.with({ $0.calls.call(by: token) }) else { return nil }
        let outcome = outcome(call, kind)
        return ledger.with { $0.calls.take(token, from: replier, outcome) }
    }

    /// Ends the call that a malformed request answers, if the request is an answer. Returns the error of the request:
    /// `error`, or 429 after too many answers that no call waits for.
    func end(byMalformed request: ReceivedRequest, _ error: OutcomeError) -> OutcomeError {
        guard let answer = request.answer else { return error }
        let call = give(answer.token) { call, _ in call.outcome(ofMalformed: answer, error) }
        guard let call else { return refusal(at: request.submission.door) ?? error }
        ledger.wake { _ in [call.received.id] }
        return error
    }

    /// Counts an answer that no call waits for. Returns 429 after too many such answers.
    private func refusal(at door: Door) -> OutcomeError? {
        let now = clock()
        guard ledger.with({ !$0.rates.countStrayAnswer(at: door, now: now) }) else { return nil }
        return OutcomeError(.tooMany, "too many answers that no call waits for")
    }

    /// Ends all calls that wait, and refuses calls that begin later.
    func interrupt() { ledger.wake { $0.calls.interrupt() } }
}
