import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import RequestRecord
import UnixSystem

/// The sockets that the user paused. The pauses outlive the daemon in a file such as `{"desktop":{"until":1795316852211}}`;
/// a pause without an end has no `until`.
final class SocketPauses: Sendable {
    private let file: StateFile?
    private let state: Lock<[Door: Pause]>
    /// Writes the file, so that the last pause is written last.
    private let writing = FileQueue()

    private static let until = "until"

    /// Reads the pauses that were set before. Without a state folder, no pause is read or kept.
    init(state: StateDirectory?, logger: Logger) {
        file = state.map { StateFile(path: "\($0.path)/pause.json") }
        self.state = Lock(file.map { Self.read($0, logger) } ?? [:])
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
        guard let file else { return "not remembered after a restart: neither XDG_STATE_HOME nor HOME says where" }
        let problem = await writing.problem { [self] in try Self.write(state.withLock { $0 }, to: file) }
        return problem.map { "not remembered after a restart: \($0)" }
    }

    /// A file that cannot be read pauses the desktop and agent sockets without an end: the user asked for a pause.
    private static func read(_ file: StateFile, _ logger: Logger) -> [Door: Pause] {
        let doors = Door.allCases.filter { !$0.isTrusted }
        do throws(StateFileError) {
            guard let value = try file.read() else { return [:] }
            var pauses: [Door: Pause] = [:]
            for door in doors {
                guard let pause = value[door.rawValue] else { continue }
                pauses[door] = Pause(of: door, end: pause[until]?.text.flatMap { Int64($0) })
            }
            return pauses
        } catch {
            logger.warning(
                "the desktop and agent sockets are paused by a file that cannot be read",
                metadata: ["file": "\(file.path)", "error": "\(error)"])
            return Dictionary(uniqueKeysWithValues: doors.map { ($0, Pause(of: $0, end: nil)) })
        }
    }

    private static func write(_ pauses: [Door: Pause], to file: StateFile) throws(SystemCallError) {
        guard !pauses.isEmpty else { return try File.remove(file.path) }
        let members = pauses.sorted { $0.key.rawValue < $1.key.rawValue }.map { door, pause in
            (door.rawValue, QueryValue.record([(until, pause.end.map { .integer($0) })]))
        }
        try file.write(.record(members))
    }
}
