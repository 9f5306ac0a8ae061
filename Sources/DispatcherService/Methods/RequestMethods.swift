import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// The methods that run a request, or end one.
struct RequestMethods: Sendable {
    let dispatcher: Dispatcher
    let submitter: RequestSubmitter

    func dispatch(
        _ parameters: DispatchMethod.Parameters, _ caller: MethodCaller
    ) async throws(RPCError) -> QueryValue {
        try await submitter.submit(
            RequestSubmitter.Asked(
                url: parameters.url, waits: parameters.waits ?? true, clientID: parameters.id,
                environment: parameters.environment ?? [:], caller: caller))
    }

    /// The timeout of a call if the caller sets no timeout.
    static let callTimeout = Duration.seconds(120)

    func call(_ parameters: CallMethod.Parameters, _ caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let added = parameters.parameters?.value.parameters(arrays: .repeated) ?? []
        // An error in the URL becomes the outcome of the call.
        let url = added.appended(to: parameters.url)
        let kind = Submission.Kind.call(
            timeout: parameters.timeout?.duration ?? Self.callTimeout, plusAsSpace: parameters.readsPlusAsSpace,
            secret: parameters.secrets ?? [])
        return try await submitter.submit(
            RequestSubmitter.Asked(
                url: url, kind: kind, waits: true, clientID: parameters.id, environment: parameters.environment ?? [:],
                caller: caller))
    }

    func run(_ parameters: RunMethod.Parameters, _ caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let (route, input) = (parameters.route, parameters.input?.value ?? .object([]))
        let table = dispatcher.tables.table
        let isAgent = caller.origin.door == .agent
        let client = isAgent ? parameters.client?.name : nil
        if isAgent, !table.isOffered(route) {
            let error = OutcomeError(.noRoute, "no route '\(Printable.shown(route, limit: 64))' is offered")
            throw await refused(route, input, nil, error, caller.origin, client)
        }
        if isAgent, let pause = dispatcher.pauses.current(of: .agent, at: dispatcher.clock()) {
            throw await refused(route, input, nil, pause.refusal, caller.origin, client)
        }
        let writer = LinkWriter(table: table, door: caller.origin.door)
        let link: WrittenLink
        do throws(OutcomeError) {
            link = try writer.link(to: route, with: input)
        } catch {
            // A route with only a domain has only a web link.
            guard let web = try? writer.link(to: route, with: input, isWeb: true) else {
                throw await refused(
                    route, input, writer.uncheckedURL(of: route, input: input), error, caller.origin,
                    client, shown: error.inReply(at: caller.origin.door, route: route))
            }
            link = web
        }
        return try await submitter.submit(
            RequestSubmitter.Asked(
                url: link.text, link: link, waits: parameters.waits ?? true, clientID: parameters.id,
                environment: parameters.environment ?? [:], client: client, caller: caller))
    }

    /// Records a refused run in the same way as a refused URL, and returns its error.
    /// - Parameters:
    ///   - url: The URL of the route; nil if no URL can be written.
    ///   - client: The name that an agent gives itself.
    ///   - shown: The error for the caller, if the record has more.
    private func refused(
        _ route: String, _ input: QueryValue, _ url: String?, _ error: OutcomeError, _ origin: Origin,
        _ client: String?, shown: OutcomeError? = nil
    ) async -> RPCError {
        func progress(_ text: String) -> RequestProgress {
            let submission = Submission(url: Array(text.utf8), door: origin.door, peer: origin.peer, client: client)
            return RequestProgress(reading: dispatcher.receive(submission))
        }
        // The secrets are the secrets of the route that the URL reaches.
        var reached = url.map(progress)
        if reached?.matched?.match.entry.name != route { reached = nil }
        // Without that URL, the record has the name of the route and the input: a value that the error names may be
        // secret. The text of the record is never a URL, because the next daemon would open its callback.
        // No value is kept for a route that does not exist: its file, which declares the secrets, may be refused.
        let isKnown = !dispatcher.tables.table.routes.entries(named: route).isEmpty
        let named = (isKnown ? input.parameters : []).appended(to: PercentCoding.encode(route))
        let ended = Conclusion(reached ?? progress(named), failure: error)
        let conclusion = dispatcher.conclude(ended, of: nil)
        let reply = dispatcher.report(conclusion)
        if let rows = conclusion.rows, !dispatcher.recorder.post(rows) {
            await dispatcher.work.leaveEventLoop()
            await dispatcher.recorder.recordEnd(rows)
        }
        return RPCError(refusedLink: shown ?? error, outcome: origin.door.isTrusted ? reply.value : nil)
    }

    func rerun(_ parameters: RerunMethod.Parameters) async throws(RPCError) -> OutcomeReply {
        let id = parameters.id
        let entry: JournalEntry?
        do {
            entry = try await dispatcher.journal.history(HistoryQuery(id: id, limit: 1)).first
        } catch {
            throw RPCError(unreadableJournal: error)
        }
        guard let entry else {
            throw RPCError(
                OutcomeError(.noRoute, "there is no request '\(Printable.shown(id, limit: 64))' in the history"))
        }
        if let reason = Redaction.rerunFault(entry.request.url) { throw RPCError(OutcomeError(.conflict, reason)) }
        let kind: Submission.Kind =
            entry.isCall ? .call(timeout: Self.callTimeout, plusAsSpace: nil) : .dispatch
        let submission = Submission(
            url: Array(entry.request.url.utf8), kind: kind, door: entry.request.door,
            narrowing: CallbackRestriction(entry.request.narrowing))
        do throws(OutcomeError) { try dispatcher.checkAnswer(to: submission) } catch { throw RPCError(error) }
        return await reply(to: submission)
    }

    /// Returns the reply. The owner also gets the details of an error that the socket of the first request does not
    /// give.
    private func reply(to submission: Submission) async -> OutcomeReply {
        let reply = await dispatcher.dispatch(submission)
        guard submission.door == .desktop, case .error = reply.outcome else { return reply }
        let entry = try? await dispatcher.journal.history(HistoryQuery(id: reply.id, limit: 1)).first
        return entry.flatMap { HistoryEntry(entry: $0).reply } ?? reply
    }

    func cancel(
        _ parameters: CancelMethod.Parameters, _ caller: MethodCaller
    ) async throws(RPCError) -> OutcomeReply {
        let shown = Printable.shown(parameters.id, limit: 64)
        var (id, isKnown) = (parameters.id, false)
        if let connection = caller.connection {
            // An agent cancels what it asked for itself.
            if let request = submitter.replies.request(id, on: connection) { (id, isKnown) = ("\(request)", true) }
        }
        if caller.connection == nil || isKnown, let reply = await dispatcher.cancellations.cancel(id) {
            return reply.disclosed(at: caller.origin.door)
        }
        if caller.connection == nil {
            isKnown = (try? await dispatcher.journal.history(HistoryQuery(id: id, limit: 1)))?.first != nil
        }
        guard isKnown else {
            throw RPCError(OutcomeError(.noRoute, "no request '\(shown)' waits or runs"))
        }
        throw RPCError(OutcomeError(.conflict, "the work of the request '\(shown)' has ended"))
    }
}
