import CLinux
import Glibc

/// A connected socket for whole messages, which may carry descriptors.
package final class MessageSocket: Sendable {
    private let descriptor: Descriptor

    package var number: CInt { descriptor.number }

    package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// Makes two connected sockets.
    package static func pair() throws(SystemCallError) -> (MessageSocket, MessageSocket) {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, SocketType.messages | SocketType.closeOnExec, 0, &ends) == 0 else {
            throw SystemCallError("make sockets")
        }
        let first = MessageSocket(try Descriptor(ends[0], attempt: "make sockets"))
        return (first, MessageSocket(try Descriptor(ends[1], attempt: "make sockets")))
    }

    /// Sends a number, with descriptors. After a failure, nothing was sent.
    package func send(_ number: Int64, _ descriptors: [CInt] = []) throws(SystemCallError) {
        let result = withUnsafeBytes(of: number) {
            clinux_send(descriptor.number, $0.baseAddress, $0.count, descriptors, descriptors.count)
        }
        guard result == 0 else { throw SystemCallError("send a message") }
    }

    /// Receives a number; nil if the other end is closed, or sends something else.
    /// - Parameter count: The number of descriptors of the message.
    package func receive(descriptors count: Int = 0) -> (number: Int64, descriptors: [CInt])? {
        var number: Int64 = 0
        var descriptors = [CInt](repeating: -1, count: count)
        let size = withUnsafeMutableBytes(of: &number) {
            clinux_receive(descriptor.number, $0.baseAddress, $0.count, &descriptors, count)
        }
        return size == MemoryLayout<Int64>.size ? (number, descriptors) : nil
    }

    /// Hangs up: the other end sees a closed socket, even if other code still has this end.
    package func hangUp() { shutdown(descriptor.number, Int32(SHUT_RDWR)) }

    /// Waits until a message or the end can be received. False after the time.
    /// - Parameter milliseconds: The time; -1 for no limit.
    package func wait(milliseconds: CInt) -> Bool {
        waitUntilReadable(descriptor.number, milliseconds: milliseconds)
    }
}
