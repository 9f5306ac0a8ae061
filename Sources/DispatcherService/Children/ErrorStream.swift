import Glibc
import NIOCore
import NIOPosix
import SystemPackage

/// A pipe for what a command writes to standard error: read as it comes, so that the command never waits for us, and
/// only its end is kept.
///
/// The loop that serves the sockets reads it: on Linux a read source of Dispatch may still be told of a pipe that was let
/// go of in the meantime, which ends the process.
final class ErrorStream: Sendable {
    /// The command's end. Ours too until ``close()``: a command that ended is known by other means.
    let writing: SystemPackage.FileDescriptor
    private let channel: any Channel
    private let tail: NIOLoopBound<Tail>

    init(on loop: any EventLoop) async throws {
        let ends = try SystemPackage.FileDescriptor.pipe(options: .closeOnExec)
        do {
            let reading = ends.readEnd.rawValue
            (channel, tail) = try await NIOPipeBootstrap(group: loop)
                .takingOwnershipOfDescriptor(input: reading) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let tail = Tail(reading: reading)
                        try channel.pipeline.syncOperations.addHandler(tail)
                        return (channel, NIOLoopBound(tail, eventLoop: channel.eventLoop))
                    }
                }
        } catch {
            try? ends.readEnd.close()
            try? ends.writeEnd.close()
            throw error
        }
        writing = ends.writeEnd
    }

    /// The last line that is not empty, of all that was written so far.
    var lastLine: String {
        get async throws {
            let bytes = try await channel.eventLoop.submit { [tail] in tail.value.readToEnd() }.get()
            let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            return lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    /// Lets go of both ends, whoever may still write.
    func close() {
        try? writing.close()
        channel.close(promise: nil)
    }

    /// Keeps the last that came.
    private final class Tail: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        /// The loop's own, as long as it is open.
        private var reading: CInt?
        private var bytes: [UInt8] = []

        init(reading: CInt) { self.reading = reading }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            append(unwrapInboundIn(data).readableBytesView)
        }

        func channelInactive(context: ChannelHandlerContext) { reading = nil }

        /// Takes what is in the pipe now, rather than when the loop is told of it.
        func readToEnd() -> [UInt8] {
            var chunk = [UInt8](repeating: 0, count: 16_384)
            while let reading {
                let count = Glibc.read(reading, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                append(chunk[..<count])
            }
            return bytes
        }

        private func append(_ new: some Collection<UInt8>) {
            bytes += new.suffix(Self.limit)
            if bytes.count > 2 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
        }

        private static let limit = 4096
    }
}
