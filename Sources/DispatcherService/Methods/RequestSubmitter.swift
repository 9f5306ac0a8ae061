import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// Runs the URLs that the methods `dispatch` and `call` bring, and knows the ones that come a second time.
struct RequestSubmitter: Sendable {
    let dispatcher: Dispatcher
    let replies: ReplyMemory

    /// - Parameters:
    ///   - waits: Whether the caller waits for the outcome.
    ///   - parameters: The remaining ones: `id` and `environment`.
    func submit(
        _ url: String, _ kind: Submission.Kind, waits: Bool, _ parameters: inout MethodParameters,
        from origin: Origin
    ) async throws(RPCError) -> QueryValue {
        let clientID = try parameters.optionalText(.id)
        let environment = try parameters.optionalTexts(.environment)
        try parameters.finish()
        if let clientID, clientID.isEmpty || clientID.utf8.count > 64 {
            throw RPCError(.invalidParameters, "'id' is 1 to 64 bytes long")
        }
        let submission = Submission(
            url: Array(url.utf8), kind: kind, door: origin.door,
            environment: await DisplaySockets.accepted(
                environment, door: origin.door, under: dispatcher.environment), clientID: clientID,
            peer: origin.peer,
            depth: min(max(Int(environment[RequestVariables.depth] ?? "") ?? 0, 0), Submission.maximumDepth + 1))
        let id = dispatcher.makeID()
        if let clientID {
            switch replies.admit(clientID, door: origin.door, url: url, request: id) {
            case .new(let mayBeRecorded):
                guard mayBeRecorded, let earlier = try await recordedReply(to: submission, clientID) else { break }
                return waits ? earlier.value : Self.accepted(earlier.id)
            case .repeated(let earlier):
                return waits ? await replies.reply(earlier).value : Self.accepted(earlier.request.description)
            case .conflict: throw .otherURL
            }
        }
        do throws(OutcomeError) {
            let admission = try dispatcher.admit(submission, as: id, isPromised: !waits)
            guard !waits else { return await run(admission).value }
            try await dispatcher.start(admission) { _ = await run(admission) }
            return Self.accepted(id.description)
        } catch {
            let error = error.inReply(at: origin.door)
            let reply = OutcomeReply(id: id.description, url: url, outcome: .error(error))
            if let clientID { replies.remember(reply, for: clientID, door: origin.door) }
            if waits { return reply.value }
            throw RPCError(.refused, error.message, dataCode: error.code)
        }
    }

    private func run(_ admission: Admission) async -> OutcomeReply {
        let reply = await dispatcher.run(admission)
        let submission = admission.context.submission
        if let clientID = submission.clientID { replies.remember(reply, for: clientID, door: submission.door) }
        return reply
    }

    /// The reply to a request of the same id that another daemon process took.
    private func recordedReply(to submission: Submission, _ clientID: String) async throws(RPCError) -> OutcomeReply? {
        do {
            let reply = try await RecordedReplies(dispatcher: dispatcher).reply(to: submission)
            if let reply { replies.remember(reply, for: clientID, door: submission.door) }
            return reply
        } catch {
            replies.forget(clientID, door: submission.door)
            throw error
        }
    }

    private static func accepted(_ id: String) -> QueryValue { AcceptedReply(id: id).value }
}

extension RPCError {
    /// The id of a request was used before, with another URL.
    static let otherURL = RPCError(
        .refused, "the id was used for another URL", dataCode: StandardCode.conflict.rawValue)
}
