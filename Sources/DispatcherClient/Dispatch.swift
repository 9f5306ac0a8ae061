package import DispatcherMessages
import Glibc
package import QueryCoding
import UnixSystem
import XCallbackURL

/// The parameters of `dispatch`.
package enum Dispatch {
    /// - Parameters:
    ///   - id: The client's id, by which `history` finds the request if the connection breaks.
    ///   - address: The daemon that gets the request.
    package static func parameters(
        url: String, id: String, waits: Bool = true, to address: DaemonAddress
    ) -> QueryValue {
        .record([
            (ParameterName.url, .string(url)), (ParameterName.id, .string(id)),
            (ParameterName.wait, waits ? nil : false),
            (ParameterName.environment, environment(for: address)),
        ])
    }

    /// The session variables of this process, for the programs that the request starts; nil if none is set. Only a daemon
    /// of the same session gets them, because programs elsewhere could not use them.
    package static func environment(for address: DaemonAddress) -> QueryValue? {
        var variables = (address.sharesSession ? SessionVariables.sortedNames : []).compactMap { name in
            variable(name).map { QueryValue.Member(name, .string($0)) }
        }
        if let depth = RequestVariables.depth(now: UInt64(clamping: SystemClock.wall.milliseconds), variable: variable)
        {
            variables.append(QueryValue.Member(RequestVariables.depth, .string(depth)))
        }
        return variables.isEmpty ? nil : .object(variables)
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Returns a new id of 128 random bits.
    package static func makeID() -> String { RandomToken.make() }

    /// Returns the exit status for an outcome object.
    package static func exitStatus(of outcome: QueryValue) -> ExitStatus {
        switch outcome[OutcomeReply.Name.outcome.rawValue]?.string {
        case CallbackKind.success.rawValue: .success
        case CallbackKind.cancel.rawValue: .cancelled
        default:
            outcome[AcceptedReply.CodingKeys.state.rawValue]?.string == AcceptedReply.State.accepted.rawValue
                ? .success : .errorOutcome
        }
    }
}
