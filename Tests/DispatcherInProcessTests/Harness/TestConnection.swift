import Dispatch
import DispatcherConfiguration
import DispatcherRequests
import NIOCore
import NIOEmbedded
import RequestRecord
import Testing
import UnixSystem

@testable import DispatcherService

/// A connection in memory: the daemon's own ``LineChannel`` without a socket. Its timers run when the test lets time pass.
final class TestConnection: Sendable {
    private let channel = NIOAsyncTestingChannel()
    /// The lines that came in one write with the last one that the test took.
    private let unread = Lock<ArraySlice<QueryValue>>([])

    /// It works as long as the connection exists.
    private let dispatcher: TestDispatcher

    var eventLoop: any EventLoop { channel.eventLoop }

    init(to dispatcher: TestDispatcher, at door: Door, rest: Duration, idlePeriod: Duration?) async throws {
        self.dispatcher = dispatcher
        var limits = LineChannel.Limits(dispatcher.dispatcher.table.settings.limits, door: door)
        limits.rest = TimeAmount(rest)
        if let idlePeriod { limits.idlePeriod = TimeAmount(idlePeriod) }
        try await channel.testingEventLoop.executeInContext { [channel, limits, answerer = dispatcher.answerer] in
            try channel.pipeline.syncOperations.addHandler(
                LineChannel(client: PeerProcess(pid: 1), at: door, on: channel, limits: limits, answerer: answerer))
        }
    }

    /// Closes the channel if the test has not, and cancels its timers: a loop that is freed must have none. The loop is
    /// never closed, because a closed one drops what another thread completes or cancels late, and its promise leaks.
    deinit {
        channel.close(promise: nil)
        channel.testingEventLoop.shutdownGracefully(queue: .global()) { [channel] _ in withExtendedLifetime(channel) {}
        }
    }

    func send(_ bytes: [UInt8]) async throws {
        try await channel.writeInbound(ByteBuffer(bytes: bytes))
        // What the connection puts off for the sake of others comes at once.
        await channel.testingEventLoop.run()
    }

    func send(_ line: String) async throws { try await send(Array((line + "\n").utf8)) }

    /// The next line from the daemon.
    func next() async throws -> QueryValue {
        if let line = unread.withLock({ $0.popFirst() }) { return line }
        let lines = try Self.parse(try await channel.waitForOutboundWrite(as: ByteBuffer.self))
        unread.withLock { $0 += lines.dropFirst() }
        return try #require(lines.first)
    }

    /// The lines of the next write, which was done already; nil if there is none.
    func write() async throws -> [QueryValue]? {
        try await channel.readOutbound(as: ByteBuffer.self).map(Self.parse)
    }

    /// Ends the stream to the daemon.
    func finish() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }

    /// Ends the connection at once, as a client that dies.
    func disconnect() { channel.close(promise: nil) }

    /// The remaining lines from the daemon, once it has closed the connection.
    func rest() async throws -> [QueryValue] {
        try await channel.closeFuture.get()
        var lines = unread.withLock { Array($0) }
        while let write = try await channel.readOutbound(as: ByteBuffer.self) { lines += try Self.parse(write) }
        return lines
    }

    /// Lets time pass for the timers of the connection.
    func pass(_ time: Duration) async { await channel.testingEventLoop.advanceTime(by: TimeAmount(time)) }

    /// The lines of one write.
    private static func parse(_ write: ByteBuffer) throws -> [QueryValue] {
        try write.readableBytesView.split(separator: UInt8(ascii: "\n")).map {
            try JSONParser.parse(Array($0), depthLimit: 64)
        }
    }
}
