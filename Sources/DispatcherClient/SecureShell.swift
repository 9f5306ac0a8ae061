import DispatcherMessages
import Glibc

/// An ssh that runs a command on another machine, as systemctl(1) does it with `-H`: the user's own configuration, keys and
/// agent count.
struct SecureShell: Sendable {
    /// Our end of the command's standard input and output.
    let descriptor: CInt
    private let pid: pid_t

    /// Starts ssh, or the program that XCALLBACK_SSH names.
    /// - Parameter command: Words that no shell reads otherwise: the far one reads them.
    init(_ host: RemoteHost, command: [String]) throws(DaemonConnectionError) {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .failed("cannot make a pair of sockets", errno)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        let vector = ([Self.program, "-xT", "--", host.name] + command).map { strdup($0) } + [nil]
        defer { for argument in vector { free(argument) } }
        var pid = pid_t()
        let failure = posix_spawnp(&pid, Self.program, &actions, nil, vector, environ)
        close(ends[1])
        guard failure == 0 else {
            close(ends[0])
            throw .failed("cannot start '\(Self.program)'", failure)
        }
        descriptor = ends[0]
        self.pid = pid
    }

    private static var program: String {
        let chosen = getenv("XCALLBACK_SSH").map { String(cString: $0) } ?? ""
        return chosen.isEmpty ? "ssh" : chosen
    }

    /// Waits for its end: its exit status, which is the command's, 255 if ssh itself failed, or 128 and a signal.
    func wait() -> Int32 {
        var status: CInt = 0
        guard retrying({ waitpid(pid, &status, 0) }) == pid else { return 255 }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Collects it if it has ended. It ends by itself when the descriptor is closed; it may carry other sessions of the
    /// user's too, so it is neither killed nor waited for.
    func release() {
        var status: CInt = 0
        waitpid(pid, &status, WNOHANG)
    }
}
