import NIOCore
import UnixSystem

/// The socket of a connection, which takes nearly every reply at once. The way through SwiftNIO to the same system call
/// costs more than parsing a short URL.
struct ReplySocket {
    /// SwiftNIO owns it, and made it nonblocking.
    private let number: CInt
    /// Whether SwiftNIO may hold bytes that leave before the next reply.
    private var mayHaveQueue = false

    init(_ number: CInt) { self.number = number }

    /// SwiftNIO gets bytes to write.
    mutating func willQueue() { mayHaveQueue = true }

    /// Writes as many bytes as the socket takes now, and returns how many: none while SwiftNIO holds others, and none after
    /// an error, which SwiftNIO then meets itself and closes the connection.
    mutating func write(_ bytes: UnsafeRawBufferPointer, on channel: @autoclosure () -> any Channel) -> Int {
        if mayHaveQueue { mayHaveQueue = Self.hasQueue(channel()) }
        return mayHaveQueue ? 0 : max(0, writeRetrying(number, bytes))
    }

    private static func hasQueue(_ channel: any Channel) -> Bool {
        // A closed channel, which cannot tell, takes no reply either.
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) != 0
    }
}
