import Glibc
import UnixSystem

/// The program that waits in a unit for one command: `xcallbackd standby`, with a socket to the daemon as its standard input.
///
/// It answers with three numbers: 0 when it is ready, the error of the command's start (0 for no error), and the exit status
/// of the command, or its signal as a negative number. It ends after its command, after the time of the order, and when the daemon
/// hangs up. The manager then ends everything that is left in the unit.
///
/// It is a mode of xcallbackd, started as `/proc/PID/exe` of the daemon: so it is always of the daemon's own version, even after
/// an upgrade. While it waits, it has 1.2 MB of private memory. A Swift program of its own would have 1.8 MB, a C program 0.1 MB.
package enum StandbyProgram {
    /// The argument of xcallbackd.
    package static let argument = "standby"

    /// Runs one command, and returns the exit status of the program; nil if no daemon is at the other end.
    package static func run() -> CInt? {
        // The command has other streams.
        let number = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard let descriptor = try? Descriptor(number, attempt: "copy a descriptor") else { return EXIT_FAILURE }
        let socket = MessageSocket(descriptor)
        guard (try? socket.send(0)) != nil else { return nil }
        // The daemon has ended.
        guard let (order, streams) = StandbyOrder.receive(from: socket) else { return EXIT_SUCCESS }
        let child: ChildProcess
        do {
            child = try ChildProcess(
                order.words, path: order.words.first ?? "", environment: order.environment,
                input: .descriptor(streams[0]), output: .descriptor(streams[1]), errors: .descriptor(streams[2]),
                directory: order.folder, isApart: true)
        } catch {
            try? socket.send(Int64(error.number))
            return EXIT_FAILURE
        }
        try? socket.send(0)
        // Otherwise the daemon would not see the end of the output.
        for stream in streams { close(stream) }
        guard let end = try? child.openDescriptor() else { return EXIT_FAILURE }
        var places = [socket.number, end.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = retrying { Int(poll(&places, 2, CInt(clamping: order.time))) }
        guard places[1].revents != 0, let status = child.end() else { return EXIT_FAILURE }
        let report =
            switch status {
            case .exited(let status): status
            case .signaled(let signal): -signal
            }
        try? socket.send(Int64(report))
        return EXIT_SUCCESS
    }
}
