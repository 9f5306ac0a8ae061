import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import UnixSystem
import XCallbackURL

/// The requests that the user allowed permanently. The grants outlive the daemon.
final class Grants: Sendable {
    /// The content of the file.
    private struct Contents: Codable {
        let grants: [StoredGrant]
    }

    private let file: StateFile?
    private let logger: Logger
    private let stored: Lock<[StoredGrant]>
    /// Writes the file, so that the last change is written last.
    private let writing = FileQueue()
    /// Why the file grants nothing and stays unchanged; nil if the file can be used.
    let problem: String?

    /// Reads the earlier grants. A file that other users could have written grants nothing.
    init(state: StateDirectory?, logger: Logger) {
        self.logger = logger
        let file = state.map { StateFile(path: "\($0.path)/\(StateDirectory.grantsName)") }
        var problem: String? = file == nil ? "neither XDG_STATE_HOME nor HOME is an absolute path" : nil
        var grants: [StoredGrant] = []
        do throws(StateFileError) {
            if let file, let value = try file.read() {
                guard let contents = try? value.decoded(as: Contents.self) else { throw .content(file.path) }
                grants = contents.grants
            }
        } catch {
            problem = error.description
            logger.error("no grant is in effect", metadata: ["error": "\(error)"])
        }
        self.file = problem == nil ? file : nil
        self.problem = problem
        stored = Lock(grants)
    }

    /// All grants, oldest first.
    var all: [StoredGrant] { stored.withLock { $0 } }

    /// Whether the user has given the grant.
    func contains(_ grant: Grant) -> Bool { stored.withLock { $0.contains { $0.grant == grant } } }

    /// Whether a grant already answers a question.
    func covers(_ question: Question) -> Bool { question.grant.map(contains) ?? false }

    /// Adds a grant, unless the user has given the same grant already. The grant takes effect at once; if the file
    /// cannot be written, the grant is lost when the daemon ends.
    func add(_ grant: Grant, at time: Timestamp) async {
        let new = StoredGrant(
            id: RequestID(milliseconds: UInt64(clamping: time.wall)).description, grant: grant, since: time.iso8601)
        let isNew = stored.withLock { stored in
            // The user may have answered two questions that were asked before the first answer.
            guard !stored.contains(where: { $0.grant == grant }) else { return false }
            stored.append(new)
            return true
        }
        guard isNew else { return }
        logger.notice(
            "the user allowed a route permanently", metadata: ["route": "\(grant.route)", "grant": "\(new.id)"])
        if let problem = await write() {
            logger.error("a grant is forgotten when the daemon ends", metadata: ["error": "\(problem)"])
        }
    }

    /// Revokes a grant, with effect at once. Throws 404 if no grant has this id, and 503 if the grant will be valid again
    /// after a restart.
    func revoke(_ id: String) async throws(OutcomeError) {
        let isKnown = stored.withLock { stored in
            let count = stored.count
            stored.removeAll { $0.id == id }
            return stored.count < count
        }
        guard isKnown else { throw OutcomeError(.noRoute, "there is no grant '\(Printable.shown(id, limit: 64))'") }
        logger.notice("the user revoked a grant", metadata: ["grant": "\(id)"])
        // A file that is not used grants nothing.
        guard file != nil, let problem = await write() else { return }
        throw OutcomeError(
            .draining, "the grant is revoked until the daemon ends, and cannot be removed from its file: \(problem)")
    }

    /// Returns why the grants could not be written; nil if they were written.
    private func write() async -> String? {
        guard let file else { return problem }
        return await writing.problem { [self] in try file.write(QueryEncoder().value(of: Contents(grants: all))) }
    }
}

/// A permanent grant, as the file of grants stores it.
struct StoredGrant: Codable, Sendable, Hashable {
    let id: String
    private let route: String
    private let declaration: String
    private let parameters: [String]
    private let callbacks: [String]
    /// The time at which the user gave the grant, as ISO 8601.
    let since: String

    init(id: String, grant: Grant, since: String) {
        self.id = id
        route = grant.route
        declaration = grant.declaration
        parameters = grant.parameters
        callbacks = grant.callbacks
        self.since = since
    }

    var grant: Grant { Grant(route: route, declaration: declaration, parameters: parameters, callbacks: callbacks) }
}
