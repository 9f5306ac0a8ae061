import UnixSystem

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A program that was started in a process group of its own, its stdin empty, its stdout and stderr read by us.
struct ChildProcess: ~Copyable {
    /// How it ended.
    struct End {
        /// What it exited with, or 128 and the signal that ended it.
        let status: Int32
        let output: String
        let errors: String
    }

    private let identifier: pid_t
    private let output: Int32
    private let errors: Int32

    /// Starts the program with just that environment. The first argument is its own name.
    init(path: String, arguments: [String], environment: [String: String]) throws(SystemCallError) {
        let attempt = "start \(path)"
        guard let output = Self.channel() else { throw SystemCallError(attempt) }
        guard let errors = Self.channel() else {
            let error = SystemCallError(attempt)
            close(output.reading)
            close(output.writing)
            throw error
        }
        defer {
            close(output.writing)
            close(errors.writing)
        }
        var identifier: pid_t = 0
        let number = Self.spawn(
            &identifier, path, arguments, environment, output: output.writing, errors: errors.writing)
        guard number == 0 else {
            close(output.reading)
            close(errors.reading)
            throw SystemCallError(attempt, number: number)
        }
        self.identifier = identifier
        self.output = output.reading
        self.errors = errors.reading
    }

    /// Reads what it says until it ends. What it started in the background and left behind is not waited for.
    ///
    /// - Returns: nil if it had not ended in time: then it is killed, with all of its group.
    consuming func wait(seconds: Int) -> End? {
        defer {
            close(output)
            close(errors)
        }
        let deadline = SystemClock.monotonic.milliseconds + seconds * 1000
        var said: [UInt8] = []
        var complained: [UInt8] = []
        while true {
            var status: Int32 = 0
            let ended = waitpid(identifier, &status, WNOHANG) == identifier
            Self.drain(output, into: &said)
            Self.drain(errors, into: &complained)
            if ended {
                return End(
                    status: Self.exitStatus(status), output: String(decoding: said, as: UTF8.self),
                    errors: String(decoding: complained, as: UTF8.self))
            }
            let left = deadline - SystemClock.monotonic.milliseconds
            guard left > 0 else {
                kill(-identifier, SIGKILL)
                waitpid(identifier, &status, 0)
                return nil
            }
            // A pipe at its end stays readable for ever; the end of the process itself has no descriptor to poll.
            var waiting = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
            poll(&waiting, 1, Int32(min(left, 5)))
            if waiting[0].revents & Int16(POLLHUP) != 0 { poll(nil, 0, 1) }
        }
    }

    private static func spawn(
        _ identifier: inout pid_t, _ path: String, _ arguments: [String], _ environment: [String: String],
        output: Int32, errors: Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A daemon blocks and ignores signals; its children must not inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        return posix_spawn(&identifier, path, &actions, &attributes, argv, envp)
    }

    /// Both ends are closed on exec; the reading one never blocks. The numbers are above those of the child's own three,
    /// so that no end is overwritten while it is put in its place.
    private static func channel() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let reading = fcntl(ends[0], F_DUPFD_CLOEXEC, 3)
        let writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
        close(ends[0])
        close(ends[1])
        guard reading >= 0, writing >= 0, fcntl(reading, F_SETFL, O_NONBLOCK) == 0 else {
            let number = errno
            close(reading)
            close(writing)
            errno = number
            return nil
        }
        return (reading, writing)
    }

    private static func drain(_ descriptor: Int32, into bytes: inout [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            // Nobody here needs more; reading on keeps a talkative program from blocking.
            if bytes.count < 65536 { bytes += buffer[..<count] }
        }
    }

    private static func exitStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
