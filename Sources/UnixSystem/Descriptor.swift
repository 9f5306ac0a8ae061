import CLinux
package import Glibc

/// A file descriptor with one owner. The descriptor is closed when its owner goes away.
package struct Descriptor: ~Copyable, Sendable {
    /// The number for system calls, valid as long as this owner lives.
    package let number: CInt

    /// Takes ownership of the result of a system call that makes a descriptor.
    /// - Parameters:
    ///   - attempt: The verb for the error if the call failed.
    ///   - path: The object for the error.
    package init(_ number: CInt, attempt: String, _ path: String = "") throws(SystemCallError) {
        guard number >= 0 else { throw SystemCallError(attempt, path) }
        self.number = number
    }

    /// Opens a file. The descriptor is closed on exec.
    package init(
        opening path: String, _ flags: CInt, mode: mode_t = 0, attempt: String = "open"
    ) throws(SystemCallError) {
        try self.init(retrying { open(path, flags | O_CLOEXEC, mode) }, attempt: attempt, path)
    }

    /// Makes a socket of the Unix domain. The socket is closed on exec.
    package init(unixSocket type: CInt) throws(SystemCallError) {
        try self.init(socket(AF_UNIX, type | SocketType.closeOnExec, 0), attempt: "make a socket")
    }

    /// Makes a file in memory with these bytes, to be read from its start. Unlike a pipe, a file needs no writer, and its
    /// reader may end early. The file is closed on exec.
    package init(inMemory bytes: [UInt8]) throws(SystemCallError) {
        let file = try Descriptor(clinux_memory_file(), attempt: "make a file in memory")
        guard file.write(bytes), lseek(file.number, 0, SEEK_SET) == 0 else {
            throw SystemCallError("make a file in memory")
        }
        self = file
    }

    deinit { close(number) }

    /// Gives up the ownership of the descriptor without closing it.
    package consuming func release() -> CInt {
        let number = number
        discard self
        return number
    }

    /// Makes reads and writes return at once.
    package func setNonblocking() throws(SystemCallError) {
        guard fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0 else {
            throw SystemCallError("make a descriptor nonblocking")
        }
    }

    /// Writes all bytes. Returns false if the write failed, with the reason in errno.
    package func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeRetrying(number, $0) }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
