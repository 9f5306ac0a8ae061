import DispatcherMessages
import Glibc
import UnixSystem

/// The sockets of both doors, in a folder that is ours alone, under one lock.
final class ListeningSockets: Sendable {
    /// A listening descriptor for each door. Whoever serves it closes it.
    let descriptors: [Door: CInt]
    /// Where the control socket is: what our children are told.
    let folder: String
    /// The paths that we made, and remove at the end; those that were passed on to us stay.
    private let created: [String]
    private let lock: Descriptor

    /// Connections that wait for us to accept them.
    private static let backlog: CInt = 512

    /// How long what is held may still be held by nobody who serves.
    private static let patience = Duration.seconds(1)

    /// Makes the sockets that were not passed on.
    init(directory: SocketDirectory, inherited: [Door: CInt]) throws(StartError) {
        // The desktop's goes first and comes last: alone in its folder it would be one that was forwarded there.
        let missing = [Door.desktop, .control].filter { inherited[$0] == nil }
        // Whoever passes on both sockets has chosen their folder, and answers for it.
        folder = (missing.isEmpty ? inherited[.control].flatMap(Self.folder) : nil) ?? directory.path
        if !missing.isEmpty { try Self.secure(folder) }
        let folder = folder
        lock = try Self.patiently { () throws(StartError) in try Self.takeLock(folder) }
        var descriptors = inherited
        for door in missing {
            let path = directory.socket(door)
            try Self.patiently { () throws(StartError) in try Self.removeStale(path) }
        }
        for door in missing.reversed() { descriptors[door] = try Self.listen(directory.socket(door)) }
        self.descriptors = descriptors
        created = missing.map { directory.socket($0) }
    }

    /// Removes what was made. The lock goes with the process.
    func remove() {
        for path in created { unlink(path) }
    }

    /// The folder must be a real one, ours, and closed to everybody else.
    private static func secure(_ path: String) throws(StartError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(SystemCallError("make the folder", path)) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(SystemCallError("look at the folder", path)) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .unsafe(path, "is a link or no folder") }
        guard status.st_uid == geteuid() else { throw .unsafe(path, "belongs to another user") }
        if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 {
            throw .system(SystemCallError("close the folder", path))
        }
    }

    /// The folder of a bound socket (getsockname(2)).
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

    /// Tries for a while before a daemon is said to serve: a child that a killed one was just starting holds its lock and
    /// its sockets until it runs its own program.
    private static func patiently<Value: ~Copyable>(
        _ attempt: () throws(StartError) -> Value
    ) throws(StartError) -> Value {
        let end = ContinuousClock.now + patience
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

    /// With the lock ours a socket that nobody answers is what a dead daemon left behind.
    private static func removeStale(_ path: String) throws(StartError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(SystemCallError("look at the socket", path))
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .unsafe(path, "is no socket") }
        guard status.st_uid == geteuid() else { throw .unsafe(path, "belongs to another user") }
        if isAnswered(path) { throw .alreadyServed(path) }
        guard unlink(path) == 0 else { throw .system(SystemCallError("remove the stale socket", path)) }
    }

    private static func isAnswered(_ path: String) -> Bool {
        guard let socket = try? Descriptor(unixSocket: SocketType.stream) else { return false }
        return UnixAddress(path)?.withPointer { connect(socket.number, $0, $1) } == 0
    }

    private static func listen(_ path: String) throws(StartError) -> CInt {
        do throws(SystemCallError) {
            let socket = try Descriptor(unixSocket: SocketType.stream)
            // The mode of the unbound socket is that of the file: it is closed to others from the first moment on.
            guard fchmod(socket.number, 0o600) == 0,
                UnixAddress(path)?.withPointer({ bind(socket.number, $0, $1) }) == 0,
                Glibc.listen(socket.number, backlog) == 0
            else { throw SystemCallError("listen on", path) }
            return socket.release()
        } catch {
            throw .system(error)
        }
    }
}
