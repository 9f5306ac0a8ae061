package import DispatcherMessages
package import XCallbackURL

/// The calls that wait for other apps, by the tokens in their callback URLs. A token is valid once, and only while its
/// call waits.
package struct CallTokens: Sendable {
    private struct Waiting: Sendable {
        /// The number of calls that began before this call.
        let position: Int
        let tokens: [String]
        let call: AppCall
    }

    private var tokens: [String: (call: RequestID, kind: CallbackKind)] = [:]
    private var calls: [RequestID: Waiting] = [:]
    /// The outcomes of the answers that were accepted, until their calls read them.
    private var answers: [RequestID: Outcome] = [:]
    /// The requests that brought an answer, by the calls that got the answer.
    private var repliers: [RequestID: RequestID] = [:]
    private var begun = 0
    private var isInterrupted = false

    package var isEmpty: Bool { tokens.isEmpty && calls.isEmpty && answers.isEmpty && repliers.isEmpty }

    /// The number of calls that wait for an answer.
    package var waiting: Int { calls.count }

    /// Lets a call wait, until ``conclude(_:)``. Throws 503 if `limit` calls wait already, or if the daemon is
    /// stopping.
    /// - Parameter new: The token for each kind of answer.
    package mutating func begin(
        _ call: AppCall, by new: [CallbackKind: String], limit: Int
    ) throws(OutcomeError) {
        if isInterrupted { throw .interrupted }
        guard calls.count < limit else { throw OutcomeError(.draining, "no more than \(limit) calls may wait") }
        let id = call.received.id
        calls[id] = Waiting(position: begun, tokens: Array(new.values), call: call)
        begun += 1
        for (kind, token) in new { tokens[token] = (id, kind) }
    }

    /// Whether a call may still get its answer.
    package func waits(_ id: RequestID) -> Bool { calls[id] != nil }

    /// Returns the call that waits for an answer with a token, and the kind of this answer; nil if no call waits for it.
    package func call(by token: String) -> (AppCall, CallbackKind)? {
        guard let (id, kind) = tokens[token], let call = calls[id]?.call else { return nil }
        return (call, kind)
    }

    /// Accepts an answer by its token. From then on the answer counts, even if the wait of its call ends for another
    /// reason.
    /// - Parameter replier: The request that carries the answer, and waits until the journal has the outcome of the
    ///   call; nil if no request waits.
    /// - Returns: The call; nil if no call waits for the answer.
    package mutating func take(_ token: String, from replier: RequestID?, _ outcome: Outcome) -> AppCall? {
        guard let id = tokens[token]?.call, let call = remove(id) else { return nil }
        answers[id] = outcome
        repliers[id] = replier
        return call
    }

    /// Ends the wait of a call: a later answer is too late. Returns the answer that was accepted before; nil without an
    /// answer.
    package mutating func conclude(_ id: RequestID) -> Outcome? {
        _ = remove(id)
        return answers.removeValue(forKey: id)
    }

    /// Ends the wait of the request that answered a call, because the journal has the outcome of the call.
    /// - Returns: The request that brought the answer, if there was one.
    package mutating func endReply(to id: RequestID) -> [RequestID] {
        repliers.removeValue(forKey: id).map { [$0] } ?? []
    }

    /// Whether a request still waits until the journal has the outcome of the call that the request answered.
    package func isReplying(_ replier: RequestID, to id: RequestID) -> Bool { repliers[id] == replier }

    /// Ends the wait of every call, and refuses calls that begin later.
    /// - Returns: The calls, beginning with the call that has waited longest.
    package mutating func interrupt() -> [RequestID] {
        isInterrupted = true
        defer { (calls, tokens) = ([:], [:]) }
        return calls.sorted { $0.value.position < $1.value.position }.map(\.key)
    }

    private mutating func remove(_ id: RequestID) -> AppCall? {
        guard let waiting = calls.removeValue(forKey: id) else { return nil }
        for token in waiting.tokens { tokens[token] = nil }
        return waiting.call
    }
}
