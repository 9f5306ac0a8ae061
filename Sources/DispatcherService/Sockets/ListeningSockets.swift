import DispatcherMessages
import DispatcherRequests
import Glibc
import RequestRecord
import UnixSystem

/// The listening sockets, in a folder of this user alone, under one lock.
final class ListeningSockets: Sendable {
    /// The sockets that no server has taken over.
    private let listening: Lock<PerSocket<Descriptor?>>
    /// The folder of the control socket, which child processes get in XCALLBACK_SOCKET_DIRECTORY.
    let folder: String
    /// The paths of the sockets that this daemon created and removes at the end. Inherited sockets stay.
    private let created: [String]
    private let lock: Descriptor

    /// The number of connections that may wait to be accepted.
    private static let backlog: CInt = 512

    /// The time for which a process that does not serve may hold a lock or a socket.
    private static let retryTime = Duration.seconds(1)

    /// Creates the sockets that were not inherited.
    init(directory: SocketDirectory, inherited: [Door: CInt]) throws(StartError) {
        var listening = PerSocket<Descriptor?>(desktop: nil, control: nil, agent: nil)
        do throws(SystemCallError) {
            for (door, number) in inherited { listening[door] = try Descriptor(number, attempt: "inherit a socket") }
        } catch {
            throw .system(error)
        }
        // The desktop socket is removed first and created last: without a control socket it would look like a forwarded
        // socket.
        let missing = [Door.desktop, .agent, .control].filter { inherited[$0] == nil }
        // The service manager that passes all sockets has chosen their folder, so its permissions are not checked.
        folder = (missing.isEmpty ? inherited[.control].flatMap(Self.folder) : nil) ?? directory.path
        if !missing.isEmpty { try Self.secure(folder) }
        if missing.contains(.agent) { try Self.secure(Directory.parent(of: directory.socket(.agent))) }
        let folder = folder
        lock = try Self.retrying { () throws(StartError) in try Self.takeLock(folder) }
        for door in missing {
            let path = directory.socket(door)
            // A container that holds the folder of the agent socket may have put a file there.
            if door == .agent { Self.removeForeign(path) }
            try Self.retrying { () throws(StartError) in try Self.removeStale(path) }
        }
        for door in missing.reversed() { listening[door] = try Self.listen(directory.socket(door)) }
        self.listening = Lock(listening)
        created = missing.map { directory.socket($0) }
    }

    /// Gives a socket to the server that accepts its connections. Throws if the socket was given before.
    func take(_ door: Door) throws(SystemCallError) -> Descriptor {
        guard let socket = listening.withLock({ $0[door].take() }) else {
            throw SystemCallError("serve the \(door) socket again", number: EBADF)
        }
        return socket
    }

    /// Copies a socket for a server that ends before another server takes the socket.
    func copy(_ door: Door) throws(SystemCallError) -> Descriptor {
        let number = listening.withLock { fcntl($0[door]?.number ?? -1, F_DUPFD_CLOEXEC, 3) }
        return try Descriptor(number, attempt: "copy the \(door) socket")
    }

    /// Removes the sockets that we created. The lock ends with the process. The folder of the agent socket stays: a container
    /// that holds the folder finds the socket of the next daemon there.
    func remove() {
        for path in created { unlink(path) }
    }

    /// Creates the folder. Throws unless it is a real folder of this user that no other user can replace; removes the
    /// permissions of other users.
    private static func secure(_ path: String) throws(StartError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(SystemCallError("create the folder", path)) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(SystemCallError("read the permissions of", path)) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .unsafe(path, "is not a folder") }
        guard status.st_uid == geteuid() else { throw .unsafe(path, "belongs to another user") }
        if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 {
            throw .system(SystemCallError("change the permissions of", path))
        }
        try StartError.check(path, of: "socket")
    }

    /// Returns the folder of a bound socket (getsockname(2)).
    private static func folder(of descriptor: CInt) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let failure = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard failure == 0 else { return nil }
        let path = withUnsafeBytes(of: &address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        return String(path[..<slash])
    }

    /// Repeats an attempt before it reports that another daemon serves: a child that a killed daemon was starting holds
    /// the lock and the sockets until the child executes its own program.
    private static func retrying<Value: ~Copyable>(
        _ attempt: () throws(StartError) -> Value
    ) throws(StartError) -> Value {
        let end = ContinuousClock.now + retryTime
        while true {
            do throws(StartError) {
                return try attempt()
            } catch {
                guard case .alreadyServed = error, ContinuousClock.now < end else { throw error }
                usleep(10_000)
            }
        }
    }

    private static func takeLock(_ directory: String) throws(StartError) -> Descriptor {
        let path = "\(directory)/lock"
        let lock: Descriptor
        do {
            lock = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, attempt: "open the lock")
        } catch {
            throw .system(error)
        }
        guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
            let error = SystemCallError("lock", path)
            throw error.number == EWOULDBLOCK ? .alreadyServed(directory) : .system(error)
        }
        return lock
    }

    /// Removes a file that is no socket, or a link. Whatever cannot be removed is refused later.
    private static func removeForeign(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK { unlink(path) }
    }

    /// Removes a socket that a killed daemon left. This daemon holds the lock, so a socket that accepts no connection
    /// is such a socket.
    private static func removeStale(_ path: String) throws(StartError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(SystemCallError("read the permissions of", path))
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .unsafe(path, "is not a socket") }
        guard status.st_uid == geteuid() else { throw .unsafe(path, "belongs to another user") }
        if isAnswered(path) { throw .alreadyServed(path) }
        guard unlink(path) == 0 else { throw .system(SystemCallError("remove the stale socket", path)) }
    }

    private static func isAnswered(_ path: String) -> Bool {
        guard let socket = try? Descriptor(unixSocket: SocketType.stream) else { return false }
        return UnixAddress(path)?.withPointer { connect(socket.number, $0, $1) } == 0
    }

    private static func listen(_ path: String) throws(StartError) -> Descriptor {
        do throws(SystemCallError) {
            let socket = try Descriptor(unixSocket: SocketType.stream)
            // The mode of the unbound socket becomes the mode of the file: other users can never open the file.
            guard fchmod(socket.number, 0o600) == 0,
                UnixAddress(path)?.withPointer({ bind(socket.number, $0, $1) }) == 0,
                Glibc.listen(socket.number, backlog) == 0
            else { throw SystemCallError("listen on", path) }
            return socket
        } catch {
            throw .system(error)
        }
    }
}
