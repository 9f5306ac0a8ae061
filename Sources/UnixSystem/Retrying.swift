import Glibc

/// Repeats a system call while a signal interrupts it.
package func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// Reads the available bytes, at most the size of the buffer (read(2)).
package func readRetrying(_ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    retrying { read(descriptor, buffer.baseAddress, buffer.count) }
}

/// Writes as many bytes as the descriptor accepts now (write(2)).
package func writeRetrying(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    retrying { write(descriptor, bytes.baseAddress, bytes.count) }
}

/// Waits until a descriptor can be read, or its other end is closed. Returns false after the time.
/// - Parameter milliseconds: The time; -1 for no limit.
package func waitUntilReadable(_ descriptor: CInt, milliseconds: CInt) -> Bool {
    var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return retrying { poll(&place, 1, milliseconds) } > 0
}
