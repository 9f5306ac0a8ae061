import DispatcherConfiguration
import DispatcherMessages
import RequestRecord
import URLSchemeRouter
package import XCallbackURL

extension DispatchRoute {
    /// Throws 403 if the route is closed to a socket.
    func check(at door: Door) throws(OutcomeError) {
        if door == .desktop, desktop == .never {
            throw OutcomeError(.refused, "route '\(name)' is not open to the desktop", about: .route(name))
        }
        // The message does not name a route that no agent is offered.
        if door == .agent, agent == .never {
            throw OutcomeError(.refused, "the request leads to a route that is not offered to agents")
        }
    }

    /// Whether the route runs for a socket without a question about the route.
    fileprivate func isUnasked(at door: Door) -> Bool {
        switch door {
        case .control: true
        case .desktop: desktop == .allow
        case .agent: agent == .allow
        }
    }
}

extension MatchedRequest {
    /// Returns the route of a request that has waited, as a newer table has it. Throws 404 if the newer table has no such
    /// route, and 403 if the route is now closed to the request's socket, or now needs a question that the user was not
    /// asked. A route that is in no file does not change.
    package func currentRoute(in table: DispatchTable) throws(OutcomeError) -> DispatchRoute {
        guard table !== received.table, route.feature != nil else { return route }
        guard let current = table.routes.entries(named: route.name).first?.payload else {
            throw OutcomeError(.noRoute, "route '\(route.name)' was removed while the request waited")
        }
        let door = received.submission.door
        try current.check(at: door)
        guard isConfirmed || !route.isUnasked(at: door) || current.isUnasked(at: door) else {
            throw OutcomeError(
                .refused, "route '\(route.name)' must be confirmed since its file was changed; send the request again")
        }
        return current
    }
}
