package import DispatcherConfiguration
package import DispatcherMessages

/// The environment of the programs that the daemon starts: its own variables that are allowed, then those of the request.
package struct ChildEnvironment: Sendable {
    /// The daemon's own variables.
    package let own: [String: String]

    package init(own: [String: String]) { self.own = own }

    /// What a program gets that is started for a request, under the settings that the request came in under.
    /// - Parameter extra: The names of more of the daemon's variables.
    package func variables(for received: ReceivedRequest, also extra: [String] = []) -> [String: String] {
        variables(
            adding: received.submission.environment, allowing: received.table.settings.environment + extra)
    }

    /// What the opener gets, which needs none of the variables that the settings add for commands. The app that it starts for
    /// a request from the desktop socket is no more trusted than the request.
    /// - Returns: All variables, and those of them that the request decides.
    package func openerVariables(for received: ReceivedRequest) -> (all: [String: String], requested: [String: String])
    {
        var requested = received.submission.environment
        if received.submission.door == .desktop {
            requested.merge(requestVariables(for: received)) { _, own in own }
        }
        return (variables(adding: requested, allowing: []), requested)
    }

    /// The variables that name the request: its id, its socket, and the depth of the requests that follow from it.
    package func requestVariables(for received: ReceivedRequest) -> [String: String] {
        [
            RequestVariables.id: received.id.description,
            RequestVariables.door: received.submission.door.rawValue,
            RequestVariables.depth: "\(received.submission.depth + 1)",
        ]
    }

    /// What a program gets that is started for no request.
    package func variables(under settings: Settings) -> [String: String] {
        variables(adding: [:], allowing: settings.environment)
    }

    /// Never BROWSER, which would turn an opener into any command, never LD_*, and no activation token: a request has its
    /// own.
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

    /// What is accepted of a caller's variables: on the desktop socket, which a container may hold, only what cannot lead
    /// a program elsewhere. Whether a display is the user's is for the caller of this to find out.
    package static func accepted(_ given: [String: String], door: Door) -> [String: String] {
        given.filter { name, value in
            guard !value.utf8.contains(0) else { return false }
            return door == .desktop
                ? !value.isEmpty && (SessionVariables.displayNames + SessionVariables.activationNames).contains(name)
                : SessionVariables.names.contains(name)
        }
    }
}
