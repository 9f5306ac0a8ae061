import DispatcherClient
import DispatcherMessages
import QueryCoding

/// Has the daemon run one URL; says nothing if all is well.
enum OpenURL {
    /// - Parameter address: Where the daemon is; evaluated here, so that what is wrong with it is said here.
    static func run(
        _ url: String, fromDesktop: Bool,
        at address: @autoclosure () throws -> DaemonAddress = try DaemonAddress(variable: Shell.variable)
    ) -> ExitStatus {
        let id = Dispatch.makeID()
        do {
            let address = try address()
            // What the desktop starts must not make the caller of xdg-open wait.
            let parameters = Dispatch.parameters(url: url, id: id, waits: !fromDesktop, to: address)
            var client = try DaemonClient(to: address, door: fromDesktop ? .desktop : address.door)
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
