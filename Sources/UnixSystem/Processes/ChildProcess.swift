import CLinux

#if canImport(Glibc)
    package import Glibc
#else
    package import Musl
#endif

/// A program that this process started. Whoever starts it waits for it: a child whose status is not read stays a
/// zombie.
package struct ChildProcess: Sendable {
    /// A standard stream of the child.
    package enum Stream: Sendable {
        /// The stream of this process.
        case inherited
        /// /dev/null, to be read.
        case empty
        /// A copy of this descriptor.
        case descriptor(CInt)
    }

    /// The signals of the child. They are inherited otherwise, among them those that this process blocks or ignores.
    package enum Signals: Sendable {
        case inherited
        /// One signal has its default action.
        case defaultAction(of: CInt)
        /// No signal is blocked, and each has its default action.
        case reset
    }

    package let identifier: pid_t

    /// Starts a program.
    /// - Parameters:
    ///   - arguments: The first is the name of the program for itself.
    ///   - path: The file of the program; nil to search PATH for the first argument.
    ///   - environment: All of the child's variables; nil for those of this process.
    ///   - leadsGroup: Whether the child has its own process group, so that it can be killed with all its children.
    package init(
        _ arguments: [String], path: String? = nil, environment: [String: String]? = nil, input: Stream = .inherited,
        output: Stream = .inherited, errors: Stream = .inherited, signals: Signals = .inherited,
        leadsGroup: Bool = false
    ) throws(SystemCallError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [input, output, errors].enumerated() {
            switch stream {
            case .inherited: break
            case .empty: posix_spawn_file_actions_addopen(&actions, CInt(number), "/dev/null", O_RDONLY, 0)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.set(signals, leadsGroup: leadsGroup, in: &attributes)

        let program = path ?? arguments.first ?? ""
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] }
        defer { (argv + (envp ?? [])).forEach { free($0) } }
        var identifier = pid_t()
        let number =
            switch (path, envp) {
            case (nil, nil): posix_spawnp(&identifier, program, &actions, &attributes, argv, environ)
            case (nil, let envp?): posix_spawnp(&identifier, program, &actions, &attributes, argv, envp)
            case (_?, nil): posix_spawn(&identifier, program, &actions, &attributes, argv, environ)
            case (_?, let envp?): posix_spawn(&identifier, program, &actions, &attributes, argv, envp)
            }
        guard number == 0 else { throw SystemCallError("start", program, number: number) }
        self.identifier = identifier
    }

    private static func set(_ signals: Signals, leadsGroup: Bool, in attributes: inout posix_spawnattr_t) {
        var flags = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
        if leadsGroup { posix_spawnattr_setpgroup(&attributes, 0) }
        var reset = sigset_t()
        switch signals {
        case .inherited: break
        case .defaultAction(let signal):
            sigemptyset(&reset)
            sigaddset(&reset, signal)
            flags |= POSIX_SPAWN_SETSIGDEF
        case .reset:
            sigfillset(&reset)
            var blocked = sigset_t()
            sigemptyset(&blocked)
            posix_spawnattr_setsigmask(&attributes, &blocked)
            flags |= POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        }
        posix_spawnattr_setsigdefault(&attributes, &reset)
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Makes a descriptor that polls as readable once the child has ended (pidfd_open(2)).
    package func openDescriptor() throws(SystemCallError) -> Descriptor {
        try Descriptor(clinux_open_process(identifier), attempt: "watch the process", "\(identifier)")
    }

    /// Waits for the end. Returns the exit status, or 128 plus the signal that ended the child; nil if there is no such
    /// child.
    package func wait() -> CInt? {
        var status: CInt = 0
        return retrying { waitpid(identifier, &status, 0) } == identifier ? Self.exitStatus(status) : nil
    }

    /// The status as ``wait()`` returns it, if the child has ended; nil otherwise.
    package func statusIfEnded() -> CInt? {
        var status: CInt = 0
        return waitpid(identifier, &status, WNOHANG) == identifier ? Self.exitStatus(status) : nil
    }

    package func send(_ signal: CInt) { kill(identifier, signal) }

    /// Sends a signal to the process group that the child leads.
    package func sendToGroup(_ signal: CInt) { kill(-identifier, signal) }

    private static func exitStatus(_ status: CInt) -> CInt {
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
