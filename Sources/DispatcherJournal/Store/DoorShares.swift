import DispatcherMessages
import RequestRecord

/// The bytes that the finished rows of each socket take in a history.
struct DoorShares {
    private var bytes: [Door: Int] = [:]
    /// The lower bound of the cursors of each socket's finished rows.
    private var starts: [Door: Int64] = [:]
    /// The cursor of the last row that was counted.
    private(set) var end: Int64 = 0

    /// The socket that holds more than half of the bytes; nil if no socket does.
    var louder: Door? {
        let total = bytes.values.reduce(0, +)
        return bytes.first { 2 * $0.value > total }?.key
    }

    /// Returns the lowest cursor that a finished row of a socket may have.
    func start(of door: Door?) -> Int64 { door.map { starts[$0] ?? 0 } ?? 0 }

    mutating func add(_ count: Int, of door: Door, at cursor: Int64) {
        bytes[door, default: 0] += count
        if starts[door] == nil { starts[door] = cursor }
        end = max(end, cursor)
    }

    /// Subtracts the row of a socket that has the socket's lowest cursor.
    mutating func remove(_ count: Int, of door: Door, at cursor: Int64) {
        // A reason that was added to a finished row was not counted.
        bytes[door] = max(0, (bytes[door] ?? 0) - count)
        starts[door] = cursor + 1
    }
}
