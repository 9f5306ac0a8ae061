import DispatcherMessages
import Glibc
import RequestRecord
import UnixSystem

/// Copies bytes between a pair of streams and the daemon, in both directions, until the daemon closes the connection or
/// the output has no reader. At the end of the input, the bridge closes only the sending side of the connection, so
/// replies still arrive. While the daemon does not read, only the input waits; while the output is not read, both
/// directions wait.
package struct Bridge: ~Copyable {
    /// The line that the bridge prints once it is connected, for the client at the other end of ssh. If anything fails
    /// before this line, nothing was sent.
    static let greeting = "xcallback bridge"

    /// Returns the command that starts a bridge on the other machine.
    static func command(_ door: Door) -> [String] { ["xcallback", "bridge", "--greet", "--door", door.rawValue] }

    private let daemon: DaemonConnection
    private let input: CInt
    private let output: CInt
    /// Input that was not sent yet.
    private var unsent: ArraySlice<UInt8> = []
    private var inputEnded = false
    /// Whether the output still has a reader.
    private var isRead = true
    private var chunk = [UInt8](repeating: 0, count: 65_536)

    package init(_ daemon: consuming DaemonConnection, input: CInt, output: CInt) {
        self.daemon = daemon
        self.input = input
        self.output = output
    }

    /// Copies until either side closes. SIGPIPE must be ignored.
    package mutating func run(greets: Bool) {
        // A login shell may have printed an unfinished line before the greeting.
        if greets { write(Array("\n\(Self.greeting)\n".utf8)[...]) }
        while step() {}
    }

    /// Waits until a stream is ready, and copies. Returns false at the end.
    private mutating func step() -> Bool {
        let readsInput = !inputEnded && unsent.isEmpty
        var states = [
            pollfd(
                fd: daemon.descriptor, events: Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0),
            pollfd(fd: readsInput ? input : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isRead ? output : -1, events: 0, revents: 0),
        ]
        // Even if the output has no reader, input that has arrived is sent: the daemon runs a line whose sender has
        // left.
        let isLast = !isRead && unsent.isEmpty
        if isLast, inputEnded { return false }
        let ready = retrying { poll(&states, nfds_t(states.count), isLast ? 0 : -1) }
        guard ready > 0 else { return false }
        if states[2].revents != 0 { isRead = false }
        if states[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, !receive() { return false }
        if states[0].revents & Int16(POLLOUT) != 0 { send() }
        if states[1].revents != 0 { read() }
        return true
    }

    /// Copies output of the daemon. Returns false when the daemon has closed the connection.
    private mutating func receive() -> Bool {
        let count = chunk.withUnsafeMutableBytes { bytes in
            retrying { recv(daemon.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT)) }
        }
        if count < 0, errno == EAGAIN { return true }
        guard count > 0 else { return false }
        write(chunk[..<count])
        return true
    }

    private mutating func read() {
        let count = chunk.withUnsafeMutableBytes { bytes in
            retrying { Glibc.read(input, bytes.baseAddress, bytes.count) }
        }
        if count < 0, errno == EAGAIN { return }
        if count > 0 { unsent = chunk[..<count] } else { endInput() }
        if !isRead { inputEnded = true }
    }

    private mutating func send() {
        let count = unsent.withUnsafeBytes { bytes in
            retrying {
                Glibc.send(
                    daemon.descriptor, bytes.baseAddress, bytes.count,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
        }
        if count >= 0 {
            unsent = unsent.dropFirst(count)
        } else if errno != EAGAIN {
            // The daemon receives nothing more, but its last replies can still be read.
            unsent = []
            endInput()
        }
    }

    private mutating func endInput() {
        inputEnded = true
        shutdown(daemon.descriptor, Int32(SHUT_WR))
    }

    /// Writes all bytes, unless the output has no reader.
    private mutating func write(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while isRead, !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                retrying { Glibc.write(output, bytes.baseAddress, bytes.count) }
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process that shares the stream has made it non-blocking.
                var state = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                _ = retrying { poll(&state, 1, -1) }
            } else {
                isRead = false
            }
        }
    }
}
