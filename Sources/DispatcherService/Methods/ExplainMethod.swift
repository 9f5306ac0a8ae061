import DispatcherMessages
import DispatcherRequests
import QueryCoding
import UnixSystem
import XCallbackURL

/// `explain`: what a URL would do, and why. It runs nothing but the `available-when` of a feature.
struct ExplainMethod: ResultMethod {
    static let name = MethodName.explain
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let url = try parameters.text(.url)
        let name = try parameters.optionalText(.door)
        try parameters.finish()
        guard let door = Door(rawValue: name ?? Door.control.rawValue) else {
            throw RPCError(.invalidParameters, "'door' is 'desktop' or 'control'")
        }
        let submission = Submission(url: Array(url.utf8), door: door)
        let context = IncomingRequest(
            id: dispatcher.makeID(), submission: submission, table: dispatcher.table, begun: dispatcher.now)
        let pause = dispatcher.pause.current(at: dispatcher.now)
        guard let matched = RequestProgress(reading: context).matched else {
            return Explanation(
                of: context, pause: pause, token: .notNeeded, unavailable: nil, isGranted: isGranted
            ).reply.value
        }
        let token = await TokenFiles.text(for: matched)
        let reason = await unavailable(matched)
        return Explanation(
            of: context, pause: pause, token: token, unavailable: reason, isGranted: isGranted
        ).reply.value
    }

    private func isGranted(_ grant: Grant) -> Bool { dispatcher.consent.grants.contains(grant) }

    private func unavailable(_ matched: MatchedRequest) async -> OutcomeError? {
        do throws(OutcomeError) {
            let variables = dispatcher.environment.variables(for: matched.context)
            try await dispatcher.availability.check(matched.route.feature, environment: variables)
            return nil
        } catch {
            return error
        }
    }
}
