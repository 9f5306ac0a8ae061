import DispatcherClient
import DispatcherMessages

extension ExitStatus {
    /// Prints an error, and returns its exit status.
    static func reporting(_ error: any Error) -> ExitStatus {
        guard let error = error as? ClientError else {
            Shell.report("\(error)")
            return .unreachable
        }
        Shell.report(error.description)
        return error.exitStatus
    }
}
