import CLinux
package import Glibc

/// A program that this process started. The code that starts a program must wait for it: a child whose status is not
/// read stays a zombie.
package struct ChildProcess: Sendable {
    /// A standard stream of the child.
    package enum Stream: Sendable {
        /// The stream of this process.
        case inherited
        /// /dev/null, for reading.
        case empty
        /// A copy of this descriptor; closed if the number is negative.
        case descriptor(CInt)
    }

    /// The end of a child.
    package enum End: Sendable, Hashable {
        case exited(Int)
        case signaled(Int)

        /// - Parameter status: The status in the format of wait(2).
        fileprivate init(status: CInt) {
            let signal = status & 0x7f
            self = signal == 0 ? .exited(Int(status >> 8) & 0xff) : .signaled(Int(signal))
        }

        /// The exit status, or 128 plus the signal.
        package var status: CInt {
            switch self {
            case .exited(let status): CInt(status)
            case .signaled(let signal): 128 + CInt(signal)
            }
        }
    }

    package let identifier: pid_t

    /// Starts a program.
    /// - Parameters:
    ///   - arguments: The arguments, of which the first is the name of the program for itself.
    ///   - path: The file of the program; nil to search PATH for the first argument.
    ///   - environment: All of the child's variables; nil for the variables of this process.
    ///   - directory: The child's working directory; nil for the working directory of this process.
    ///   - signal: A signal that has its default action in the child. The child inherits all others, including the
    ///     signals that this process blocks or ignores.
    ///   - isApart: Whether the child leads its own session without a terminal, so that it can be killed with all its
    ///     children, gets only the standard streams, and begins with no signal blocked and each at its default action.
    ///     Otherwise the child is in the group of this process, and has every descriptor that is not closed on exec:
    ///     libraries make some, and this process may have been started with some.
    package init(
        _ arguments: [String], path: String? = nil, environment: [String: String]? = nil, input: Stream = .inherited,
        output: Stream = .inherited, errors: Stream = .inherited, resetting signal: CInt? = nil,
        directory: String? = nil, isApart: Bool = false
    ) throws(SystemCallError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [input, output, errors].enumerated() {
            switch stream {
            case .inherited: break
            case .empty: posix_spawn_file_actions_addopen(&actions, CInt(number), "/dev/null", O_RDONLY, 0)
            case .descriptor(..<0): posix_spawn_file_actions_addclose(&actions, CInt(number))
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
            }
        }
        if let directory { try Self.check(clinux_add_folder(&actions, directory), "enter", directory) }
        if isApart { try Self.check(clinux_add_close(&actions), "close descriptors") }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.set(isApart, resetting: signal, in: &attributes)

        let program = path ?? arguments.first ?? ""
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] }
        defer { (argv + (envp ?? [])).forEach { free($0) } }
        var identifier = pid_t()
        let spawn = path == nil ? posix_spawnp : posix_spawn
        let number =
            envp.map { spawn(&identifier, program, &actions, &attributes, argv, $0) }
            ?? spawn(&identifier, program, &actions, &attributes, argv, environ)
        // The error may be about the folder.
        if let directory, number != 0, access("\(directory)/.", X_OK) != 0, errno == number {
            throw SystemCallError("enter", directory, number: number)
        }
        try Self.check(number, "start", program)
        self.identifier = identifier
    }

    private static func check(_ number: CInt, _ attempt: String, _ path: String = "") throws(SystemCallError) {
        guard number == 0 else { throw SystemCallError(attempt, path, number: number) }
    }

    private static func set(_ isApart: Bool, resetting signal: CInt?, in attributes: inout posix_spawnattr_t) {
        var flags = POSIX_SPAWN_SETSIGDEF
        var (reset, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&reset)
        sigemptyset(&blocked)
        if let signal { sigaddset(&reset, signal) }
        if isApart {
            sigfillset(&reset)
            posix_spawnattr_setsigmask(&attributes, &blocked)
            flags |= POSIX_SPAWN_SETSIGMASK | clinux_spawn_session
        }
        posix_spawnattr_setsigdefault(&attributes, &reset)
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Makes a descriptor that polls as readable after the child has ended (pidfd_open(2)).
    package func openDescriptor() throws(SystemCallError) -> Descriptor {
        try Descriptor(clinux_open_process(identifier), attempt: "watch the process", "\(identifier)")
    }

    /// Waits for the end. Returns the exit status, or 128 plus the signal that ended the child; nil if no such child
    /// exists.
    package func wait() -> CInt? { collect(0)?.status }

    /// Waits for the end; nil if no such child exists.
    package func end() -> End? { collect(0) }

    /// The end of the child; nil if the child has not ended.
    package func endIfEnded() -> End? { collect(WNOHANG) }

    private func collect(_ options: CInt) -> End? {
        var status: CInt = 0
        return retrying { waitpid(identifier, &status, options) } == identifier ? End(status: status) : nil
    }

    package func send(_ signal: CInt) { kill(identifier, signal) }

    /// Sends a signal to the process group that the child leads.
    package func sendToGroup(_ signal: CInt) { kill(-identifier, signal) }

    /// Whether the process group that the child leads has a process whose status was not read.
    package var hasGroup: Bool { kill(-identifier, 0) == 0 }
}
