import DispatcherClient
import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// Has the daemon run one URL, and prints nothing if it succeeds.
enum OpenURL {
    static func run(_ url: String, fromDesktop: Bool) -> ExitStatus {
        let id = RandomToken.make()
        do {
            let address = try SocketDirectory.here
            // The caller of xdg-open must not wait.
            var client = try DaemonClient(to: address, door: fromDesktop ? .desktop : address.door)
            try client.send(DispatchMethod.name) { printer in
                DispatchParameters.printParameters(url: url, id: id, waits: !fromDesktop, to: address, into: &printer)
            }
            let outcome = try client.receive()
            let status = ExitStatus(of: outcome)
            switch status {
            case .errorOutcome:
                let error = try? OutcomeError(outcome[OutcomeReply.Name.error.rawValue] ?? .null)
                Shell.report(
                    error.map { "error \($0.code): \($0.sentence)" } ?? "error: cannot read the daemon's reply")
                if !fromDesktop, DispatchParameters.hasNoRoute(outcome) { MissingRoute.report(url: url) }
            case .cancelled: Shell.report("cancelled")
            default: break
            }
            if !fromDesktop { reportLostCallback(of: outcome) }
            return status
        } catch {
            let status = ExitStatus.reporting(error, of: [id])
            // No daemon will pass the token of the click on. After a lost connection, one may.
            if fromDesktop, status != .connectionLost,
                let token = SessionVariables.activationNames.compactMap(Shell.variable).first(where: { !$0.isEmpty })
            {
                StartupSequence.end(token, in: Shell.environment)
            }
            // The daemon shows its own refusals.
            if fromDesktop, (error as? ClientError)?.isReply != true { ClickNotice.show("\(error)") }
            return status
        }
    }

    /// Reports a callback that may not have reached its app, if a person sees standard error. A script finds the state
    /// of the callback in the outcome.
    static func reportLostCallback(of outcome: QueryValue) {
        guard Shell.isWatched, let reply = try? OutcomeReply(outcome), let callback = reply.callback,
            let loss = callback.loss
        else { return }
        let kind = reply.outcome.kind.parameterName
        let reason = callback.reason.map { ": \($0)" } ?? ""
        Shell.report("\(kind) \(loss)\(reason)")
    }
}
