import DispatcherMessages

/// What the finished rows of each socket take of a history, in bytes.
struct DoorShares {
    private var bytes: [Door: Int] = [:]
    /// No finished row of a socket has a lower cursor.
    private var starts: [Door: Int64] = [:]
    /// The cursor of the last row that was counted.
    private(set) var end: Int64 = 0
    /// Whether all finished rows are counted.
    var isComplete = false

    /// The socket that holds more than half; nil for none.
    var louder: Door? {
        let total = bytes.values.reduce(0, +)
        return bytes.first { 2 * $0.value > total }?.key
    }

    /// The lowest cursor that a finished row of a socket may have.
    func start(of door: Door?) -> Int64 { door.map { starts[$0] ?? 0 } ?? 0 }

    mutating func add(_ count: Int, of door: Door, at cursor: Int64) {
        bytes[door, default: 0] += count
        if starts[door] == nil { starts[door] = cursor }
        end = max(end, cursor)
    }

    /// Takes out the row of a socket that has its lowest cursor.
    mutating func remove(_ count: Int, of door: Door, at cursor: Int64) {
        // A reason that was added to a finished row was not counted.
        bytes[door] = max(0, (bytes[door] ?? 0) - count)
        starts[door] = cursor + 1
    }
}
