import DispatcherMessages
import QueryCoding

extension MethodTable {
    /// The methods of the daemon.
    init(_ parts: DispatcherParts, reloader: Reloader, log: LogQueue? = nil) {
        let submitter = RequestSubmitter(parts)
        let requests = RequestMethods(parts: parts, submitter: submitter)
        let reports = ReportMethods(parts: parts)
        let control = ControlMethods(parts: parts, reloader: reloader, log: log)
        self.init(ledger: parts.ledger, work: parts.work, replies: submitter.replies)
        addRequest(DispatchMethod.self, refusesByOutcome: true, requests.dispatch)
        addRequest(CallMethod.self, refusesByOutcome: true, requests.call)
        addRequest(RunMethod.self, requests.run)
        add(CancelMethod.self, requests.cancel)
        add(ExplainMethod.self, reports.explain)
        add(LinkMethod.self, reports.link)
        add(RoutesMethod.self, endsWithCaller: true) { parameters, caller in
            await reports.routes(parameters.follow ?? .no, at: caller.origin.door)
        }
        add(StatusMethod.self, control.status)
        add(FeatureMethod.self, control.feature)
        add(ReloadMethod.self) { _ in await reloader.reload() }
        add(PauseMethod.self, control.pause)
        add(ResumeMethod.self, control.resume)
        add(HistoryMethod.self, endsWithCaller: true) { (parameters, _) async throws(RPCError) in
            try await reports.history(parameters)
        }
        add(RerunMethod.self, requests.rerun)
        add(ForgetMethod.self, reports.forget)
        add(TokenMethod.self, control.token)
        addReading(ServeMethod.self, control.serve)
        add(GrantsMethod.self, control.grants)
        add(RevokeMethod.self, control.revoke)
    }
}
