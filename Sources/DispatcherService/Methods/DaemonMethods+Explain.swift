import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

extension DaemonMethods {
    func explain(_ parameters: ExplainMethod.Parameters) async -> ExplanationReply {
        let (url, door) = (parameters.url, parameters.door ?? .control)
        let variables = ChildEnvironment.accepted(parameters.environment ?? [:], door: .control)
        let sender = parameters.app.map { PeerProcess(pid: 0, app: $0) }
        var reply = await explanation(of: url, at: door, from: sender, variables)
        if door == .control { reply.click = ExplainedClick(await explanation(of: url, at: .desktop, from: sender)) }
        return reply
    }

    /// - Parameters:
    ///   - sender: The process that sends the URL.
    ///   - variables: The variables of the caller's session.
    private func explanation(
        of url: String, at door: Door, from sender: PeerProcess?, _ variables: [String: String] = [:]
    ) async -> ExplanationReply {
        let submission = Submission(url: Array(url.utf8), door: door, environment: variables, peer: sender)
        return await explanation(
            of: ReceivedRequest(
                id: dispatcher.makeID(), submission: submission, table: tables.table, begun: clock()))
    }

    /// Returns the explanation of a request, and of the requests that would follow from it. The depth limit ends the
    /// chain.
    private func explanation(of received: ReceivedRequest, shown: String? = nil) async -> ExplanationReply {
        let progress = RequestProgress(reading: received)
        await owners.lookUp(for: progress)
        let matched = progress.matched
        var token = TokenText.notNeeded
        var reason: OutcomeError?
        if let matched {
            token = await TokenFiles.text(for: matched)
            let variables = environment.variables(for: received)
            do throws(OutcomeError) {
                if let feature = matched.route.feature {
                    try await availability.check(feature, environment: variables, runsCommand: true)
                }
            } catch {
                reason = error
            }
        }
        let explanation = Explanation(
            of: received, shown: shown,
            pause: pauses.current(of: received.submission.door, at: clock()), token: token,
            unavailable: reason, isGranted: isGranted)
        var reply = explanation.reply
        if reply.command != nil, let matched { reply.missing = await missingPrograms(of: matched) }
        if received.submission.door == .control { addReasons(to: &reply.callbacks.members, for: received) }
        if let next = explanation.next, let url = reply.opens {
            reply.follows = JSONValue(await self.explanation(of: next, shown: url).value)
        }
        return reply
    }

    /// Adds why no app would get a callback that would be opened. A click does not learn which apps are installed.
    private func addReasons(to callbacks: inout [NamedValues<ExplainedCallback>.Member], for received: ReceivedRequest)
    {
        for index in callbacks.indices where callbacks[index].value.verdict == OutgoingGate.Verdict.open.word {
            guard let url = try? CallbackURL(callbacks[index].value.url) else { continue }
            callbacks[index].value.reason = opener.undeliverableReason(url.scheme, for: received)
        }
    }

    private func isGranted(_ grant: Grant) -> Bool { consent.grants.contains(grant) }

    private func missingPrograms(of matched: MatchedRequest) async -> [String]? {
        guard let definition = matched.route.definition?.value else { return nil }
        let variables = environment.variables(for: matched.received, also: definition.environment)
        let missing = try? await FileWork.run { definition.missingPrograms(in: variables) }
        return missing.flatMap { $0.isEmpty ? nil : $0 }
    }
}
