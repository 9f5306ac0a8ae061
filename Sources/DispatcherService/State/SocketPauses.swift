import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import UnixSystem

/// The sockets that the user paused. The pauses outlive the daemon in a file such as `{"desktop":{"until":1795316852211}}`;
/// a pause without an end has no `until`.
final class SocketPauses: Sendable {
    private let path: String?
    private let state: Lock<[Door: Pause]>
    /// Writes the file, so that the last pause is written last.
    private let writing = FileQueue()

    private static let until = "until"

    /// Reads the pauses that were set before. Without a state folder, no pause is read or kept.
    init(state: StateDirectory?, logger: Logger) {
        path = state.map { "\($0.path)/pause.json" }
        self.state = Lock(path.map { Self.read($0, logger) } ?? [:])
    }

    /// Returns the pause of a socket; nil if the socket is not paused.
    func current(of door: Door, at now: @autoclosure () -> Timestamp) -> Pause? {
        state.withLock { $0[door] }.flatMap { $0.isOver(at: now()) ? nil : $0 }
    }

    /// Pauses a socket, or ends its pause, with effect at once.
    func set(_ pause: Pause?, of door: Door) { state.withLock { $0[door] = pause } }

    /// Stores the pauses for the next daemon.
    /// - Returns: Why the daemon forgets the last change when it restarts; nil if the change is kept.
    func store() async -> String? {
        guard let path else { return "not remembered after a restart: neither XDG_STATE_HOME nor HOME says where" }
        let problem = await writing.problem { [self] in try Self.write(state.withLock { $0 }, to: path) }
        return problem.map { "not remembered after a restart: \($0)" }
    }

    /// A file that cannot be read pauses the desktop and agent sockets without an end: the user asked for a pause.
    private static func read(_ path: String, _ logger: Logger) -> [Door: Pause] {
        let doors = Door.allCases.filter { !$0.isTrusted }
        do {
            guard let bytes = try FileContents.read(path, limit: 1 << 10) else { return [:] }
            let value = try JSONParser.parse(bytes, depthLimit: 4)
            var pauses: [Door: Pause] = [:]
            for door in doors {
                guard let pause = value[door.rawValue] else { continue }
                pauses[door] = Pause(of: door, end: pause[until]?.text.flatMap { Int64($0) })
            }
            return pauses
        } catch {
            logger.warning(
                "the desktop and agent sockets are paused by a file that cannot be read",
                metadata: ["file": "\(path)", "error": "\(error)"])
            return Dictionary(uniqueKeysWithValues: doors.map { ($0, Pause(of: $0, end: nil)) })
        }
    }

    private static func write(_ pauses: [Door: Pause], to path: String) throws(SystemCallError) {
        guard !pauses.isEmpty else { return try File.remove(path) }
        try Directory.make(Directory.parent(of: path))
        let members = pauses.sorted { $0.key.rawValue < $1.key.rawValue }.map { door, pause in
            (door.rawValue, QueryValue.record([(until, pause.end.map { .integer($0) })]))
        }
        try File.replace(path, with: Array((QueryValue.record(members).json + "\n").utf8), permissions: 0o600)
    }
}
