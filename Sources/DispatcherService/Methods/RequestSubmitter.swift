import DispatcherCommands
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// Runs the URLs of the methods `dispatch` and `call`, and recognizes repeated requests by their ids.
struct RequestSubmitter: Sendable {
    private let dispatcher: Dispatcher
    let replies: ReplyMemory

    init(_ dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
        replies = ReplyMemory(clock: dispatcher.clock) { [recovery = dispatcher.recovery] in recovery.recordedIDEnd }
    }

    /// What a caller asks for.
    struct Asked {
        let url: String
        /// The link, if the daemon wrote the URL.
        var link: WrittenLink?
        var kind = Submission.Kind.dispatch
        /// Whether the caller waits for the outcome.
        let waits: Bool
        let clientID: String?
        /// The caller's variables.
        let environment: [String: String]
        /// The name that an agent gives itself.
        var client: String?
        let caller: MethodCaller

        /// The place of the client's id in the memory of replies. The caller's connection exists as long as this value.
        fileprivate var remembered: ReplyMemory.ClientID? {
            clientID.map { ReplyMemory.ClientID($0, caller.connection) }
        }

        /// - Parameter accepted: The variables that the request may have.
        fileprivate func submission(_ accepted: [String: String]) -> Submission {
            let depth = max(Int(environment[RequestVariables.depth] ?? "") ?? 0, 0)
            return Submission(
                url: Array(url.utf8), link: link, kind: kind,
                isFromCommand: environment[RequestVariables.door] != nil,
                door: caller.origin.door, environment: accepted, clientID: clientID,
                peer: caller.origin.peer, client: client, depth: min(depth, Submission.maximumDepth + 1))
        }
    }

    func submit(_ asked: Asked) async throws(RPCError) -> QueryValue {
        if let clientID = asked.clientID, clientID.isEmpty || clientID.utf8.count > 64 {
            throw RPCError(.invalidParameters, "'id' must be 1 to 64 bytes long")
        }
        let submission = asked.submission(
            await dispatcher.session.accepted(
                asked.environment, door: asked.caller.origin.door, leavingLoopOf: dispatcher.work))
        let id = dispatcher.makeID()
        guard let clientID = asked.remembered else { return try await run(asked, submission, as: id) }
        switch replies.admit(clientID, url: asked.url, request: id) {
        case .new(let mayBeRecorded):
            if mayBeRecorded, let earlier = try await recordedRequest(of: submission, clientID, id) {
                // The id belongs to the earlier request until that request has ended.
                let follow: BackgroundWork.Body = {
                    _ = try? await recordedReply(of: earlier)
                    replies.forget(clientID, id)
                }
                if !dispatcher.work.start(follow) { await follow() }
                return try await reply(of: earlier, to: asked, recordedReply)
            }
            return try await run(asked, submission, as: id)
        case .repeated(let first):
            if asked.waits {
                // The reply may be long, and is parsed again.
                await dispatcher.work.leaveEventLoop()
                if let reply = await first.reply(to: asked.url) { return reply.value }
            }
            guard let request = await first.request else { throw .forgottenID }
            // A caller that waits has no reply from the memory only if the request has ended.
            return try await reply(of: request, to: asked, knownReply)
        case .conflict: throw .otherURL
        }
    }

    /// Returns the request of the same id that another daemon process accepted; nil if there is no such request.
    private func recordedRequest(
        of submission: Submission, _ clientID: ReplyMemory.ClientID, _ id: RequestID
    ) async throws(RPCError) -> RequestID? {
        await dispatcher.work.leaveEventLoop()
        do throws(RPCError) {
            let earlier = try await earlierRequest(of: submission)
            if let earlier { replies.identify(clientID, id, as: earlier) }
            return earlier
        } catch {
            replies.forget(clientID, id)
            throw error
        }
    }

    /// Answers the repeat of a request. Throws 503 if the daemon stops first, or has forgotten the reply.
    private func reply(
        of request: RequestID, to asked: Asked, _ reply: (RequestID) async throws(RPCError) -> OutcomeReply?
    ) async throws(RPCError) -> QueryValue {
        guard asked.waits else { return Self.accepted(request.description) }
        guard let reply = try await reply(request) else {
            throw dispatcher.work.isInterrupted ? .unended : .forgottenOutcome
        }
        return reply.value
    }

    private func run(_ asked: Asked, _ submission: Submission, as id: RequestID) async throws(RPCError) -> QueryValue {
        guard asked.waits else { return try await promise(asked, submission, as: id) }
        if case .call = submission.kind {
            await dispatcher.work.leaveEventLoop()
            do throws(OutcomeError) {
                try dispatcher.checkAnswer(to: submission)
            } catch {
                end(asked, dispatcher.refusal(of: submission, as: id, error), .turnedAway, as: id)
                throw RPCError(error)
            }
        }
        let (reply, standing) = await dispatcher.run(submission, as: id) {
            if let clientID = asked.remembered { replies.identify(clientID, id, as: id) }
        }
        end(asked, reply, standing, as: id)
        return reply.value
    }

    /// Runs a request for whose outcome no caller waits, and returns once the request is recorded.
    private func promise(_ asked: Asked, _ submission: Submission, as id: RequestID) async throws(RPCError)
        -> QueryValue
    {
        do throws(OutcomeError) {
            let admission = try dispatcher.admit(submission, as: id, isPromised: true)
            try await dispatcher.start(admission) {
                self.end(asked, await dispatcher.carryOut(admission).reply, .accepted, as: id)
            }
            // Repeats may now be told so too.
            if let clientID = asked.remembered { replies.identify(clientID, id, as: id) }
            return Self.accepted(id.description)
        } catch {
            let error = error.inReply(at: submission.door)
            end(asked, dispatcher.refusal(of: submission, as: id, error), .turnedAway, as: id)
            throw RPCError(error)
        }
    }

    private func end(_ asked: Asked, _ reply: OutcomeReply, _ standing: Conclusion.Standing, as id: RequestID) {
        if let clientID = asked.remembered { replies.end(clientID, id, reply, standing) }
    }

    private static func accepted(_ id: String) -> QueryValue { AcceptedReply(id: id).value }
}

/// What the journal knows of the requests of clients.
extension RequestSubmitter {
    /// Returns the reply to a request, as soon as there is a reply and its callback is over; nil if the journal does not
    /// have the request. Throws 503 if the daemon stops before the request has ended.
    private func recordedReply(of request: RequestID) async throws(RPCError) -> OutcomeReply? {
        var isStopping = false
        while true {
            let settlement = dispatcher.journal.settlement
            guard let entry = await entry(of: request) else { return nil }
            // A daemon that stops reports the outcome, and the next daemon opens the callback.
            if entry.cursor != nil || isStopping, let reply = Self.reply(of: entry) { return reply }
            guard !isStopping else { throw .unended }
            isStopping = await settlement.value() == nil
        }
    }

    /// Returns the reply to a request that has ended; nil if the journal does not have it.
    private func knownReply(of request: RequestID) async throws(RPCError) -> OutcomeReply? {
        await entry(of: request).flatMap(Self.reply)
    }

    private func entry(of request: RequestID) async -> JournalEntry? {
        let found = try? await dispatcher.journal.history(HistoryQuery(id: request.description))
        // A client may have chosen the same id for its own request.
        return found?.first { $0.id == request.description }
    }

    private static func reply(of entry: JournalEntry) -> OutcomeReply? {
        HistoryEntry(entry: entry).reply?.disclosed(at: entry.request.door)
    }

    /// Returns the first request of the last ten minutes with the caller's id; nil if there was no such request. Throws
    /// 409 if the request had another URL.
    private func earlierRequest(of submission: Submission) async throws(RPCError) -> RequestID? {
        guard let clientID = submission.clientID,
            let earlier = try? await dispatcher.journal.earlier(clientID: clientID, door: submission.door)
        else { return nil }
        guard recordedURLs(of: submission).contains(where: { $0.elementsEqual(earlier.request.url.utf8) }) else {
            throw .otherURL
        }
        return RequestID(recorded: earlier.id)
    }

    /// Returns the forms in which the journal may have the URL of a request. A worker that serves the scheme now may not have
    /// served it then, or the other way round.
    private func recordedURLs(of submission: Submission) -> [String.UTF8View] {
        let received = dispatcher.receive(submission)
        let progress = RequestProgress(reading: received)
        return [nil, false].map { Redaction(of: progress, keepsInputs: $0).url(received.given).utf8 }
    }
}

extension PresentSession {
    /// Returns the variables of a caller that its request may have. On the desktop and agent sockets, a caller may set
    /// DISPLAY and WAYLAND_DISPLAY only to a display of the daemon or of the user manager. On any other display, another
    /// program could see the dialogs and answer them.
    fileprivate func accepted(
        _ given: [String: String], door: Door, leavingLoopOf work: BackgroundWork
    ) async -> [String: String] {
        var variables = ChildEnvironment.accepted(given, door: door)
        guard !door.isTrusted else { return variables }
        for name in SessionVariables.displayNames {
            guard let display = variables[name], !isOwnDisplay(display, named: name) else { continue }
            await work.leaveEventLoop()
            if await !hasDisplay(display, named: name) { variables[name] = nil }
        }
        return variables
    }
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
    static let forgottenID = RPCError(OutcomeError(.draining, "the first request with that id was not run; try again"))
    static let unended = RPCError(
        OutcomeError(.draining, "the daemon stops before the request with that id has ended"))

    /// The id of a request was used before, with another URL.
    static let otherURL = RPCError(
        .refused, "the id was used for another URL", dataCode: StandardCode.conflict.rawValue)
}
