import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback grants revoke ID|ROUTE`
struct GrantsRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a grant, so that you are asked again.",
        discussion: """
            The name of a route revokes all grants of that route.

            Example:
              xcallback grants revoke 01JD8Z7Q4N6J5T4M3K2H1G0F9E
            """)

    @Argument(
        help:
            "Id of the grant as 'xcallback grants' lists it, at least its last 4 characters, or the name of its route.",
        completion: NameCompletion.grants)
    var grant: String

    func run() throws {
        for id in try ids() {
            _ = try Daemon.call(RevokeMethod.self) { $0.id = id }
            Shell.print("revoked \(Printable.shown(id)); you are asked again")
        }
    }

    /// Returns the id of the named grant, or the ids of all grants of the named route. Throws the exit status after
    /// printing an error.
    private func ids() throws -> [String] {
        let grants = try Daemon.call(GrantsMethod.self).reply.grants
        let ofRoute = grants.filter { $0.route == grant }.map(\.id)
        guard ofRoute.isEmpty else { return ofRoute }
        let ids = RequestReference.matches(of: grant, among: grants.map(\.id))
        let missing = "there is no grant '\(Printable.shown(grant, limit: 64))'; 'xcallback grants' lists them"
        let suggestion = MissingRoute.suggestion(for: grant, among: grants.map(\.route))
        return [try RequestReference.only(ids, for: grant, missing: missing + suggestion)]
    }
}
