import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Logging
import NIOCore
import RequestRecord
import UnixSystem

/// The open connections: their number, their channels, and their limits.
final class ConnectionRegistry: Sendable {
    private struct Contents {
        /// The channels, by their places. A dictionary would search all conformances of the program for the key, before
        /// the first answer.
        var channels: [(any Channel)?] = []
        /// The places that are free again.
        var free: [Int] = []
        /// How many of them each socket has.
        var counts = PerSocket(repeating: 0)
        var limits: Settings.Limits

        var count: Int { channels.count - free.count }
    }

    private let contents: Lock<Contents>
    private let logger: Logger

    init(limits: Settings.Limits, logger: Logger) {
        contents = Lock(Contents(limits: limits))
        self.logger = logger
        warnOfDescriptors(limits)
    }

    /// Sets the limits of the settings, for the open connections too.
    func setLimits(_ limits: Settings.Limits) {
        let hasChanged = contents.withLock { contents in
            defer { contents.limits = limits }
            return contents.limits != limits
        }
        guard hasChanged else { return }
        warnOfDescriptors(limits)
        for channel in all { channel.pipeline.fireUserInboundEventTriggered(limits) }
    }

    /// The limits of a new connection on a socket.
    func limits(at door: Door) -> LineChannel.Limits {
        contents.withLock { LineChannel.Limits($0.limits, door: door) }
    }

    /// Adds a connection, and returns its place; nil if there are too many connections, in total or on its socket.
    func add(_ channel: any Channel, at door: Door) -> Int? {
        contents.withLock { contents in
            let limit = Self.connectionLimit(contents.limits)
            guard contents.count < limit, contents.counts[door] < door.share(of: limit) else { return nil }
            contents.counts[door] += 1
            guard let place = contents.free.popLast() else {
                contents.channels.append(channel)
                return contents.channels.count - 1
            }
            contents.channels[place] = channel
            return place
        }
    }

    /// Removes the connection at a place that was assigned on this socket.
    func remove(_ place: Int, at door: Door) {
        // The channel is released after the lock.
        _ = contents.withLock { contents in
            contents.free.append(place)
            contents.counts[door] -= 1
            return contents.channels[place].take()
        }
    }

    /// Makes each connection finish its requests, and close; the connections of workers close only at the end.
    func drain(endsWorkers: Bool = false) {
        let drain = LineChannel.Drain(endsWorkers: endsWorkers)
        for channel in all { channel.pipeline.fireUserInboundEventTriggered(drain) }
    }

    /// Waits until every connection that is open now is closed.
    func waitUntilClosed() async {
        for channel in all {
            // A connection that closes with an error is closed.
            try? await channel.closeFuture.get()
        }
    }

    func closeAll() { for channel in all { channel.close(promise: nil) } }

    private var all: [any Channel] { contents.withLock { $0.channels.compactMap(\.self) } }

    /// The limit of the settings, reduced to the available descriptors. A connection without a descriptor would hang in
    /// the accept queue instead of being refused.
    private static func connectionLimit(_ limits: Settings.Limits) -> Int {
        min(DescriptorLimit.connections(beside: limits.running), limits.connections)
    }

    private func warnOfDescriptors(_ limits: Settings.Limits) {
        let possible = Self.connectionLimit(limits)
        guard possible < limits.connections else { return }
        logger.warning(
            "not enough file descriptors for limits.connections (RLIMIT_NOFILE)",
            metadata: ["connections": "\(possible)"])
    }
}

extension DescriptorLimit {
    /// The maximum number of descriptors that the daemon needs for itself.
    private static let own = 64
    /// The number of descriptors for a running command: its pipes, its input, and the process itself.
    private static let perCommand = 8

    /// Returns how many connections may be open beside this many commands, and at least a quarter of all descriptors.
    static func connections(beside commands: Int) -> Int {
        max(current - own - perCommand * min(commands, current), current / 4)
    }

    /// Returns how many commands may run beside this many connections, and at least 1.
    static func commands(beside connections: Int) -> Int {
        max((current - own - min(connections, current)) / perCommand, 1)
    }
}
