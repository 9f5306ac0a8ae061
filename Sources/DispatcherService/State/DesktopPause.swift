import DispatcherRequests
import Logging
import QueryCoding
import Synchronization
import UnixSystem

/// The pause of the desktop socket that the user asked for. A file keeps the pause when the daemon ends:
/// `{"until":1795316852211}`, or `{}` without an end.
final class DesktopPause: Sendable {
    private let path: String?
    private let state: Mutex<Pause?>
    /// Admits one writer at a time, so that the last pause is written last.
    private let writing = Mutex(())

    private static let until = "until"

    /// Reads the earlier pause. Without a folder there is no pause, and a new pause is not stored.
    init(state: StateDirectory?, logger: Logger) {
        path = state.map { "\($0.path)/pause.json" }
        self.state = Mutex(path.flatMap { Self.read($0, logger) })
    }

    /// Returns the pause at a time; nil if there is no pause.
    func current(at now: @autoclosure () -> Timestamp) -> Pause? {
        state.withLock { $0 }.flatMap { $0.isOver(at: now()) ? nil : $0 }
    }

    /// Begins a pause, or ends it, with effect at once.
    /// - Returns: Why the change will not last when the daemon restarts; nil if it will last.
    func set(_ pause: Pause?) async -> String? {
        state.withLock { $0 = pause }
        guard let path else {
            return "not remembered after a restart: neither XDG_STATE_HOME nor HOME is an absolute path"
        }
        do {
            try await FileWork.run { [self] in
                try writing.withLock { _ in try Self.write(state.withLock { $0 }, to: path) }
            }
            return nil
        } catch {
            return "not remembered after a restart: \(error)"
        }
    }

    /// A file that cannot be read is a pause without an end, because the user asked for a pause.
    private static func read(_ path: String, _ logger: Logger) -> Pause? {
        do {
            guard let bytes = try FileContents.read(path, limit: 1 << 10) else { return nil }
            let value = try JSONParser.parse(bytes, depthLimit: 4)
            return Pause(end: value[until]?.text.flatMap { Int64($0) })
        } catch {
            logger.warning(
                "the desktop socket is paused by a file that cannot be read",
                metadata: ["file": "\(path)", "error": "\(error)"])
            return Pause(end: nil)
        }
    }

    private static func write(_ pause: Pause?, to path: String) throws(SystemCallError) {
        guard let pause else { return try File.remove(path) }
        try Directory.make(Directory.parent(of: path))
        let value = QueryValue.record([(until, pause.end.map { .integer($0) })])
        try File.replace(path, with: Array((value.json + "\n").utf8), permissions: 0o600)
    }
}
