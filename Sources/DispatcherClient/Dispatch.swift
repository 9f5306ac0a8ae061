package import DispatcherMessages
import Glibc
package import QueryCoding
import UnixSystem
import XCallbackURL

/// The parameters of `dispatch` as a command line sends them.
package enum Dispatch {
    /// - Parameters:
    ///   - id: Names the request, so that its outcome can be asked for when the connection breaks.
    ///   - address: Where it goes.
    package static func parameters(
        url: String, id: String, waits: Bool = true, to address: DaemonAddress
    ) -> QueryValue {
        .record([
            (ParameterName.url, .string(url)), (ParameterName.id, .string(id)),
            (ParameterName.wait, waits ? nil : false),
            (ParameterName.environment, environment(for: address)),
        ])
    }

    /// The session of this process, for whatever the request starts; nil if there is nothing to say. It goes along only
    /// where the session is the daemon's: elsewhere it would lead its programs astray.
    static func environment(for address: DaemonAddress) -> QueryValue? {
        let session = address.sharesSession ? SessionVariables.sortedNames : []
        let variables = (session + [SessionVariables.depth]).compactMap { name in
            getenv(name).map { QueryValue.Member(name, .string(String(cString: $0))) }
        }
        return variables.isEmpty ? nil : .object(variables)
    }

    /// Makes the id of a new request.
    package static func makeID() -> String { RandomToken.make() }

    /// What a process ends with for an outcome object.
    package static func exitStatus(of outcome: QueryValue) -> ExitStatus {
        switch outcome[OutcomeReply.Name.outcome.rawValue]?.string {
        case CallbackKind.success.rawValue: .success
        case CallbackKind.cancel.rawValue: .cancelled
        default:
            outcome[AcceptedReply.Name.state.rawValue]?.string == AcceptedReply.state ? .success : .errorOutcome
        }
    }
}
