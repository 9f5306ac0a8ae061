import Glibc

/// A thread that waits until a descriptor can be read, again and again.
package final class ReadWatch: Sendable {
    private let descriptor: Descriptor
    private let stopping: Pipe

    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - whenReadable: Reads the available bytes, on that thread.
    package init(
        _ descriptor: consuming Descriptor, name: String, whenReadable: @escaping @Sendable (CInt) -> Void
    ) throws(SystemCallError) {
        self.descriptor = descriptor
        stopping = try Pipe()
        WorkThread(name).run { self.watch(whenReadable) }
    }

    /// Ends the thread. The descriptor is closed after the thread has ended.
    package func stop() { _ = write(stopping.writingNumber, [0], 1) }

    private func watch(_ whenReadable: @Sendable (CInt) -> Void) {
        let numbers = [descriptor.number, stopping.readingNumber]
        var places = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let count = retrying { poll(&places, nfds_t(places.count), -1) }
            if count < 0 || places[1].revents != 0 { return }
            if places[0].revents != 0 { whenReadable(descriptor.number) }
        }
    }
}
