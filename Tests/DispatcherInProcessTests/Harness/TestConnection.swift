import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import NIOCore
import NIOEmbedded
import QueryCoding
import TestSupport

@testable import DispatcherService

/// A connection in memory: the daemon's own ``LineChannel`` without a socket. Its timers run when the test lets time pass.
final class TestConnection: Sendable {
    private let channel = NIOAsyncTestingChannel()

    /// It works as long as the connection exists.
    private let dispatcher: TestDispatcher

    init(to dispatcher: TestDispatcher, at door: Door) async throws {
        self.dispatcher = dispatcher
        let limits = LineChannel.Limits(dispatcher.dispatcher.table.settings.limits, door: door)
        try await channel.testingEventLoop.executeInContext { [channel, answerer = dispatcher.answerer] in
            try channel.pipeline.syncOperations.addHandler(
                LineChannel(
                    client: PeerProcess(pid: 1), at: door, on: channel, limits: limits, answerer: answerer))
        }
    }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeInbound(ByteBuffer(bytes: bytes)) }

    func send(_ line: String) async throws { try await send(Array((line + "\n").utf8)) }

    /// The next line from the daemon.
    func next() async throws -> QueryValue {
        // Each line is one write.
        try Self.parse(Array(try await channel.waitForOutboundWrite(as: ByteBuffer.self).readableBytesView))
    }

    /// Ends the stream to the daemon.
    func finish() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }

    /// The remaining lines from the daemon, once it has closed the connection.
    func rest() async throws -> [QueryValue] {
        try await channel.closeFuture.get()
        var bytes: [UInt8] = []
        while let write = try await channel.readOutbound(as: ByteBuffer.self) { bytes += write.readableBytesView }
        await channel.testingEventLoop.shutdownGracefully()
        return try bytes.split(separator: UInt8(ascii: "\n")).map { try Self.parse(Array($0)) }
    }

    /// Lets time pass for the timers of the connection.
    func pass(_ time: Duration) async { await channel.testingEventLoop.advanceTime(by: TimeAmount(time)) }

    private static func parse(_ line: [UInt8]) throws -> QueryValue { try JSONParser.parse(line, depthLimit: 64) }
}
