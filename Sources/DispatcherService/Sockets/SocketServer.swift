import DispatcherCommands
import DispatcherMessages
import Glibc
import NIOCore
import NIOPosix
import RequestRecord
import UnixSystem
import XCallbackURL

/// The reason to refuse a connection without a reply: its peer is a process of another user.
private struct ForeignPeer: Error {}

/// Accepts connections on a socket, only from processes of the daemon's own user.
struct SocketServer: Sendable {
    let registry: ConnectionRegistry
    let answerer: LineAnswerer
    let commands: UnitCommandRunner

    /// Accepts connections on a listening socket, which the returned channel owns from now on.
    /// - Parameter eventLoop: The event loop that serves all connections of the socket.
    func serve(
        _ socket: consuming Descriptor, door: Door, on eventLoop: any EventLoop
    ) async throws -> any Channel {
        // A flood of another socket then delays the control socket less.
        if !door.isTrusted { try await eventLoop.submit { ThreadPriority.lower() }.get() }
        return try await ServerBootstrap(group: eventLoop)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 << 10, high: 128 << 10))
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let synchronous = channel.pipeline.syncOperations
                    let socket = try synchronous.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
                    guard let socket, let peer = PeerCredentials(of: socket), peer.uid == geteuid() else {
                        throw ForeignPeer()
                    }
                    let pid = peer.pid
                    if door.isTrusted, commands.mayHold(pid) {
                        return try synchronous.addHandler(Refusal(Self.isUntrusted, answerer: answerer))
                    }
                    guard let place = registry.add(channel, at: door) else {
                        return try synchronous.addHandler(Refusal(Self.tooMany, answerer: answerer))
                    }
                    channel.closeFuture.whenComplete { _ in registry.remove(place, at: door) }
                    try synchronous.addHandler(
                        LineChannel(
                            client: PeerProcess(running: pid), at: door, on: channel, limits: registry.limits(at: door),
                            answerer: answerer))
                }
            }
            .withBoundSocket(socket.release()).get()
    }

    private static let tooMany = OutcomeError(.draining, "too many connections")
    private static let isUntrusted = OutcomeError(
        .refused, "a command of a request from the desktop or agent socket may not use the control socket")

    /// Replies with an error, and closes the connection.
    private final class Refusal: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let error: OutcomeError
        private let answerer: LineAnswerer

        init(_ error: OutcomeError, answerer: LineAnswerer) {
            self.error = error
            self.answerer = answerer
        }

        func channelActive(context: ChannelHandlerContext) {
            let reply = answerer.refusal(error, isJSON: false) + [UInt8(ascii: "\n")]
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: reply))).whenComplete { _ in
                channel.close(promise: nil)
            }
        }
    }
}
