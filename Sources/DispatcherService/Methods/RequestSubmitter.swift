import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// Runs the URLs of the methods `dispatch` and `call`, and recognizes repeated requests by their ids.
struct RequestSubmitter: Sendable {
    let dispatcher: Dispatcher
    let replies: ReplyMemory

    /// The parameters of a caller.
    private struct Asked {
        let url: String
        let kind: Submission.Kind
        /// Whether the caller waits for the outcome.
        let waits: Bool
        let clientID: String?
        /// The caller's variables.
        let environment: [String: String]
        /// The name that an agent gives itself.
        let client: String?
        let caller: MethodCaller

        /// The place of the client's id in the memory of replies. The caller's connection exists as long as this value.
        var remembered: ReplyMemory.ClientID? { clientID.map { ReplyMemory.ClientID($0, caller.connection) } }

        /// - Parameter accepted: The variables that the request may have.
        func submission(_ accepted: [String: String]) -> Submission {
            let depth = max(Int(environment[RequestVariables.depth] ?? "") ?? 0, 0)
            return Submission(
                url: Array(url.utf8), kind: kind, isFromCommand: environment[RequestVariables.door] != nil,
                door: caller.origin.door, environment: accepted, clientID: clientID,
                peer: caller.origin.peer, client: client, depth: min(depth, Submission.maximumDepth + 1))
        }
    }

    /// - Parameters:
    ///   - waits: Whether the caller waits for the outcome; nil for yes.
    ///   - id: The client's id.
    ///   - environment: The caller's variables.
    ///   - client: The name that an agent gives itself.
    func submit(
        _ url: String, _ kind: Submission.Kind, waits: Bool?, id: String?, environment: [String: String]?,
        client: String? = nil, from caller: MethodCaller
    ) async throws(RPCError) -> QueryValue {
        let asked = Asked(
            url: url, kind: kind, waits: waits ?? true, clientID: id, environment: environment ?? [:],
            client: client, caller: caller)
        if let clientID = asked.clientID, clientID.isEmpty || clientID.utf8.count > 64 {
            throw RPCError(.invalidParameters, "'id' must be 1 to 64 bytes long")
        }
        let variables = CallerVariables(asked.environment, door: caller.origin.door, in: dispatcher.session)
        let submission = asked.submission(await variables.checked(by: dispatcher.work))
        let id = dispatcher.makeID()
        guard let clientID = asked.remembered else { return try await run(asked, submission, as: id) }
        switch replies.admit(clientID, url: asked.url, request: id) {
        case .new(mayBeRecorded: false): return try await run(asked, submission, as: id)
        case .new:
            await dispatcher.work.begun()
            let earlier = try await recordedRequest(of: submission, clientID)
            replies.identify(clientID, as: earlier ?? id)
            guard let earlier else { return try await run(asked, submission, as: id) }
            guard asked.waits else {
                // A repeat that waits gets the reply too, also once the service has stopped.
                let tell: BackgroundWork.Body = {
                    guard (try? await recordedReply(to: submission, clientID)) == nil else { return }
                    replies.forget(clientID)
                }
                if !dispatcher.work.start(tell) { await tell() }
                return Self.accepted(earlier.description)
            }
            guard let reply = try await recordedReply(to: submission, clientID) else {
                return try await run(asked, submission, as: id)
            }
            return reply.value
        case .repeated(let earlier):
            if asked.waits {
                // The reply may be long, and is parsed again.
                await dispatcher.work.begun()
                return try await reply(earlier).value
            }
            if let request = earlier.request { return Self.accepted(request.description) }
            guard let request = await replies.request(earlier) else { throw .forgottenID }
            return Self.accepted(request.description)
        case .conflict: throw .otherURL
        }
    }

    private func run(_ asked: Asked, _ submission: Submission, as id: RequestID) async throws(RPCError) -> QueryValue {
        guard asked.waits else { return try await promise(asked, submission, as: id) }
        if case .call = submission.kind {
            await dispatcher.work.begun()
            do throws(OutcomeError) {
                try dispatcher.checkAnswer(to: submission)
            } catch {
                if let clientID = asked.remembered { replies.forget(clientID) }
                throw RPCError(error)
            }
        }
        let (reply, standing) = await dispatcher.run(submission, as: id)
        if standing == .turnedAway { forget(reply, to: asked) } else { remember(reply, to: asked) }
        return reply.value
    }

    /// Runs a request for whose outcome no caller waits, and returns once the request is recorded.
    private func promise(_ asked: Asked, _ submission: Submission, as id: RequestID) async throws(RPCError)
        -> QueryValue
    {
        do throws(OutcomeError) {
            let admission = try dispatcher.admit(submission, as: id, isPromised: true)
            try await dispatcher.start(admission) { remember(await dispatcher.carryOut(admission).reply, to: asked) }
            return Self.accepted(id.description)
        } catch {
            let error = error.inReply(at: submission.door)
            forget(OutcomeReply(id: id.description, url: submission.text, outcome: .error(error)), to: asked)
            throw RPCError(error)
        }
    }

    private func remember(_ reply: OutcomeReply, to asked: Asked) {
        if let clientID = asked.remembered { replies.remember(reply, for: clientID) }
    }

    /// Lets clients use the id of a refused request again. The callers that wait for the reply get the refusal.
    private func forget(_ reply: OutcomeReply, to asked: Asked) {
        if let clientID = asked.remembered { replies.forget(clientID, answering: reply) }
    }

    /// Returns the reply to the first request of an id. Throws 503 if the daemon stops first, or has forgotten the reply.
    private func reply(_ earlier: ReplyMemory.Earlier) async throws(RPCError) -> OutcomeReply {
        if let reply = await replies.reply(earlier) { return reply }
        if let reply = await RecordedReplies(dispatcher: dispatcher).reply(of: earlier.admitted) { return reply }
        throw dispatcher.work.isInterrupted ? .unended : .forgottenOutcome
    }

    /// Returns the request of the same id that another daemon process accepted; nil if there is no such request.
    private func recordedRequest(
        of submission: Submission, _ clientID: ReplyMemory.ClientID
    ) async throws(RPCError) -> RequestID? {
        do {
            let earlier = try await RecordedReplies(dispatcher: dispatcher).request(of: submission)
            return earlier.map { RequestID(recorded: $0.id) }
        } catch {
            replies.forget(clientID)
            throw error
        }
    }

    /// Returns the reply to a request of the same id that another daemon process accepted, as soon as there is a reply.
    private func recordedReply(
        to submission: Submission, _ clientID: ReplyMemory.ClientID
    ) async throws(RPCError) -> OutcomeReply? {
        do {
            let reply = try await RecordedReplies(dispatcher: dispatcher).reply(to: submission)
            if let reply { replies.remember(reply, for: clientID) }
            return reply
        } catch {
            replies.forget(clientID)
            throw error
        }
    }

    private static func accepted(_ id: String) -> QueryValue { AcceptedReply(id: id).value }
}

extension RPCError {
    /// The refusal of a request that was not run.
    init(_ refusal: OutcomeError) { self.init(.refused, refusal.message, dataCode: refusal.code) }

    init(unreadableJournal error: any Error) {
        self.init(OutcomeError(.draining, "the journal cannot be read: \(error)"))
    }

    /// The request that first used the id was not run.
    static let forgottenOutcome = RPCError(
        OutcomeError(.draining, "the outcome of the request with that id is no longer remembered"))
    static let unended = RPCError(
        OutcomeError(.draining, "the daemon stops before the request with that id has ended"))
    static let forgottenID = RPCError(OutcomeError(.draining, "the first request with that id was not run; try again"))

    /// The id of a request was used before, with another URL.
    static let otherURL = RPCError(
        .refused, "the id was used for another URL", dataCode: StandardCode.conflict.rawValue)
}
