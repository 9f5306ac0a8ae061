import DispatcherClient
import DispatcherMessages
import QueryCoding
import XCallbackURL

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
            let outcome = try client.call(MethodName.dispatch, parameters)
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

    /// The sentence for an outcome object that is an error.
    private static func sentence(of outcome: QueryValue) -> String {
        do throws(ReplyError) {
            return sentence(try OutcomeError(outcome[OutcomeReply.Name.error.rawValue] ?? .null))
        } catch {
            return "error: the daemon's answer cannot be read: \(error)"
        }
    }

    /// `error 404: no route for …`
    static func sentence(_ error: OutcomeError) -> String {
        let detail = error.detail.map { " (\($0))" } ?? ""
        return "error \(error.code): \(error.message)\(detail)"
    }
}
