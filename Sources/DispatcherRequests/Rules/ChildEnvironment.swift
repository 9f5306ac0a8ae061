package import DispatcherConfiguration
import DispatcherMessages
package import RequestRecord

/// The environment of the programs that the daemon starts: the daemon's allowed variables, then the request's
/// variables.
package struct ChildEnvironment: Sendable {
    /// The daemon's own variables.
    package let own: [String: String]

    package init(own: [String: String]) { self.own = own }

    /// Returns the variables for a program that is started for a request, under the settings at the arrival of the
    /// request.
    /// - Parameter extra: The names of further daemon variables.
    package func variables(for received: ReceivedRequest, also extra: [String] = []) -> [String: String] {
        variables(
            adding: received.submission.environment, allowing: received.table.settings.environment + extra)
    }

    /// Returns the variables for the opener, without the variables that the settings add for commands. The app that the
    /// opener starts for a request of the desktop or agent socket is no more trusted than the request.
    /// - Returns: All variables, and the variables among them that the request decides.
    package func openerVariables(for received: ReceivedRequest) -> (all: [String: String], requested: [String: String])
    {
        var requested = received.submission.environment
        if !received.submission.door.isTrusted {
            requested.merge(requestVariables(for: received)) { _, own in own }
        }
        return (variables(adding: requested, allowing: []), requested)
    }

    /// Returns the variables that describe the request: its id, its socket, and the depth of the requests that follow
    /// from it.
    package func requestVariables(for received: ReceivedRequest) -> [String: String] {
        [
            RequestVariables.id: received.id.description,
            RequestVariables.door: received.submission.door.rawValue,
            RequestVariables.depth: "\(received.submission.depth + 1)",
        ]
    }

    /// Returns the variables for a program that is not started for a request.
    package func variables(under settings: Settings) -> [String: String] {
        variables(adding: [:], allowing: settings.environment)
    }

    /// Returns the daemon's allowed variables and the requested variables. Omits BROWSER, which would turn an opener
    /// into any command, LD_*, and the daemon's activation token, because a request has its own token.
    private func variables(adding requested: [String: String], allowing extra: [String]) -> [String: String] {
        var variables = own.filter { name, _ in
            guard name != "BROWSER", !name.hasPrefix("LD_"), !SessionVariables.activationNames.contains(name) else {
                return false
            }
            return ["PATH", "HOME", "LANG"].contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
                || SessionVariables.names.contains(name) || extra.contains(name)
        }
        variables.merge(requested) { _, requested in requested }
        if variables["PATH"] == nil { variables["PATH"] = "/usr/local/bin:/usr/bin:/bin" }
        return variables
    }

    /// Returns the accepted variables of a caller. A container may have the desktop or agent socket, so these accept only
    /// variables that cannot redirect a program elsewhere. The caller of this method must check whether a display is
    /// the user's.
    package static func accepted(_ given: [String: String], door: Door) -> [String: String] {
        given.filter { name, value in
            guard !value.utf8.contains(0) else { return false }
            return !door.isTrusted
                ? !value.isEmpty && (SessionVariables.displayNames + SessionVariables.activationNames).contains(name)
                : SessionVariables.names.contains(name)
        }
    }
}
