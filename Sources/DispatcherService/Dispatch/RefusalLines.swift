import DispatcherMessages
import Synchronization
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// How many refused requests the log has: of each code and socket ten a second, with a burst of a hundred. A page or
/// container that sends nothing but mistakes must not hide the rest of the log.
final class RefusalLines: Sendable {
    private struct Entry {
        var bucket = TokenBucket()
        var omitted = 0
    }

    private static let perSecond = 10
    private static let burst = 100

    /// Those of each socket by their codes; 0 is every code of a handler's own.
    private let entries = Mutex(ByDoor<[Int: Entry]>(repeating: [:]))

    /// Counts a refused request.
    /// - Returns: Nil if it is not logged; else how many before it were not.
    func admit(_ code: Int, at door: Door, now: Timestamp) -> Int? {
        entries.withLock { entries in
            let key = StandardCode(rawValue: code)?.rawValue ?? 0
            return Self.admit(&entries[door][key, default: Entry()], now)
        }
    }

    private static func admit(_ entry: inout Entry, _ now: Timestamp) -> Int? {
        guard entry.bucket.take(every: .seconds(1) / perSecond, burst: burst, now: now.uptime) else {
            entry.omitted += 1
            return nil
        }
        defer { entry.omitted = 0 }
        return entry.omitted
    }
}
