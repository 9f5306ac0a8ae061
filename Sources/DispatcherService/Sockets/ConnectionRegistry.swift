import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Logging
import NIOCore
import Synchronization
import UnixSystem

/// The open connections: how many there are, how to reach them all, and the limits that they obey.
final class ConnectionRegistry: Sendable {
    private struct Contents {
        /// By their places. A dictionary would search all conformances of the program for the key, before the first answer.
        var channels: [(any Channel)?] = []
        /// The places that were left.
        var free: [Int] = []
        var onDesktop = 0
        var limits: Settings.Limits

        var count: Int { channels.count - free.count }
    }

    private let contents: Mutex<Contents>
    private let logger: Logger

    init(limits: Settings.Limits, logger: Logger) {
        contents = Mutex(Contents(limits: limits))
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

    /// Adds a connection, and returns its place; nil if there are too many, or too many on its socket.
    func add(_ channel: any Channel, at door: Door) -> Int? {
        contents.withLock { contents in
            let limit = Self.connectionLimit(contents.limits)
            guard contents.count < limit else { return nil }
            if door == .desktop {
                guard contents.onDesktop < door.share(of: limit) else { return nil }
                contents.onDesktop += 1
            }
            guard let place = contents.free.popLast() else {
                contents.channels.append(channel)
                return contents.channels.count - 1
            }
            contents.channels[place] = channel
            return place
        }
    }

    /// Removes the connection of a place that was added on this socket.
    func remove(_ place: Int, at door: Door) {
        contents.withLock { contents in
            contents.channels[place] = nil
            contents.free.append(place)
            if door == .desktop { contents.onDesktop -= 1 }
        }
    }

    /// Makes each connection finish what it has begun, and close; those of workers only at the end.
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

    /// The limit of the settings, as far as there are descriptors for it. A connection past that would hang in the accept
    /// queue instead of being refused.
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
    /// What the daemon has open for itself, at most.
    private static let own = 64
    /// What a command that runs takes: its pipes, its input, itself.
    private static let perCommand = 8

    /// How many connections there may be beside so many commands; a quarter of all descriptors where that is more.
    static func connections(beside commands: Int) -> Int {
        max(current - own - perCommand * min(commands, current), current / 4)
    }

    /// How many commands may run beside so many connections: at least one.
    static func commands(beside connections: Int) -> Int {
        max((current - own - min(connections, current)) / perCommand, 1)
    }
}
