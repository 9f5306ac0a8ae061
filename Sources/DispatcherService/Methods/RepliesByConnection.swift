import DispatcherMessages
import DispatcherRequests
import RequestRecord

/// The replies that a ``ReplyMemory`` remembers, by the connections whose ids they answer.
struct RepliesByConnection {
    /// The number of all connections of the control socket.
    static let control = 0

    var replies = [control: RememberedReplies(at: .control)]
    var lastConnection = control
    /// The bytes of all connections of each socket.
    var bytes = PerSocket(repeating: 0)

    /// Changes the replies of a connection; nil if the connection has ended.
    mutating func change<Value>(_ connection: Int, _ body: (inout RememberedReplies) -> Value) -> Value? {
        guard let place = replies.index(forKey: connection) else { return nil }
        let (door, before) = (replies.values[place].door, replies.values[place].bytes)
        defer { bytes[door] += replies.values[place].bytes - before }
        return body(&replies.values[place])
    }

    /// Drops replies of the largest connections of a socket until the socket has no more than its capacity. The control
    /// socket has one place for all of its connections, which makes room itself.
    mutating func makeRoom(at door: Door, capacity: Int) {
        guard !door.isTrusted else { return }
        while bytes[door] > capacity, let largest = largest(at: door) {
            _ = change(largest) { $0.makeRoom() }
        }
    }

    private func largest(at door: Door) -> Int? {
        replies.lazy.filter { $0.value.door == door }.max { $0.value.bytes < $1.value.bytes }?.key
    }
}
