import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import URLSchemeRouter
import UnixSystem
import XCallbackURL

extension DaemonMethods {
    func run(_ parameters: RunMethod.Parameters, _ caller: MethodCaller) async throws(RPCError) -> QueryValue {
        var link = LinkWriter.LinkRequest(
            route: parameters.route, input: parameters.input?.value ?? .object([]), isWeb: false,
            callbacks: Callbacks(), source: nil)
        let table = tables.table
        let isAgent = caller.origin.door == .agent
        if isAgent, !table.isOffered(link.route) {
            let error = OutcomeError(.noRoute, "no route '\(Printable.shown(link.route, limit: 64))' is offered")
            throw await refused(link, nil, error, caller.origin)
        }
        if isAgent, let pause = pauses.current(of: .agent, at: clock()) {
            throw await refused(link, nil, pause.refusal, caller.origin)
        }
        let writer = LinkWriter(table: table, hidesRoutes: isAgent)
        let url: String
        do throws(OutcomeError) {
            url = try writer.checkedURL(link)
        } catch {
            // A route with only a domain has only a web link.
            link.isWeb = true
            guard let web = try? writer.checkedURL(link) else {
                throw await refused(
                    link, writer.uncheckedURL(of: link.route, input: link.input), error, caller.origin,
                    shown: error.inReply(at: caller.origin.door, route: link.route))
            }
            url = web
        }
        return try await submitter.submit(
            url, .dispatch, waits: parameters.waits, id: parameters.id, environment: parameters.environment,
            client: isAgent ? parameters.client?.name : nil, from: caller)
    }

    /// Records a refused run in the same way as a refused URL, and returns its error.
    /// - Parameters:
    ///   - url: The URL of the route; nil if no URL can be written.
    ///   - shown: The error for the caller, if the record has more.
    private func refused(
        _ link: LinkWriter.LinkRequest, _ url: String?, _ error: OutcomeError, _ origin: Origin,
        shown: OutcomeError? = nil
    ) async -> RPCError {
        func progress(_ text: String) -> RequestProgress {
            let submission = Submission(url: Array(text.utf8), door: origin.door, peer: origin.peer)
            return RequestProgress(
                reading: ReceivedRequest(
                    id: dispatcher.makeID(), submission: submission, table: tables.table, begun: clock()))
        }
        // The secrets are the secrets of the route that the URL reaches.
        var reached = url.map(progress)
        if reached?.matched?.match.entry.name != link.route { reached = nil }
        // Without that URL, the record has the name of the route and the input: a value that the error names may be
        // secret. The text of the record is never a URL, because the next daemon would open its callback.
        // No value is kept for a route that does not exist: its file, which declares the secrets, may be refused.
        let isKnown = !tables.table.routes.entries(named: link.route).isEmpty
        let named = (isKnown ? link.input.parameters : []).appended(to: PercentCoding.encode(link.route))
        let ended = RequestResult(reached ?? progress(named), failure: error)
        let conclusion = dispatcher.conclude(ended, of: nil)
        _ = dispatcher.report(conclusion)
        if let rows = conclusion.rows, !recorder.post(rows) {
            await work.begun()
            await recorder.record(rows)
        }
        return RPCError(refusedLink: shown ?? error)
    }
}
