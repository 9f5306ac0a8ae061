import DispatcherClient
import DispatcherMessages
import QueryCoding

/// Has the daemon run one URL; says nothing if all is well.
enum OpenURL {
    static func run(_ url: String, fromDesktop: Bool) -> ExitStatus {
        let id = Dispatch.makeID()
        do {
            let directory = try SocketDirectory(environment: Shell.environment)
            // What the desktop starts must not make the caller of xdg-open wait.
            let parameters = Dispatch.parameters(url: url, id: id, waits: !fromDesktop)
            var client = try DaemonClient(to: directory, door: fromDesktop ? .desktop : Dispatch.door)
            let outcome = try client.call("dispatch", parameters)
            let status = Dispatch.exitStatus(of: outcome)
            switch status {
            case .errorOutcome: Shell.say(Self.sentence(of: outcome))
            case .cancelled: Shell.say("cancelled")
            default: break
            }
            return status
        } catch let error as ClientError {
            Shell.say(error.description)
            if error.exitStatus == .connectionLost { Shell.say("the request has the id \(id)") }
            return error.exitStatus
        } catch {
            Shell.say("\(error)")
            return .unreachable
        }
    }

    /// `error 404: no route for …`
    static func sentence(of outcome: QueryValue) -> String {
        let error = outcome["error"]
        let detail = error?["detail"]?.string.map { " (\($0))" } ?? ""
        return "error \(error?["code"]?.text ?? "?"): \(error?["message"]?.string ?? "no message")\(detail)"
    }
}
