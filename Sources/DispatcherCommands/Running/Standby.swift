import Glibc
import UnixSystem

/// A unit of the user manager in which ``StandbyProgram`` waits for one command. To start a unit takes 15 to 35 ms, half of
/// it in the programs that ask for the unit, and most of the rest in the kernel, which moves a process into a control group.
/// So a unit is started before the click that needs it.
///
/// The unit ends when this object goes away.
final class Standby: Sendable {
    /// The name of the unit.
    let unit: String
    private let socket: MessageSocket

    /// The time in which the program must be ready, in milliseconds.
    private static let startTime: CInt = 10_000

    /// Starts a unit, and waits until its program is ready.
    /// - Parameter program: The program and its argument.
    init(_ program: [String], in unit: CommandUnit, by manager: UserManager) throws {
        self.unit = unit.name
        var errors = try OutputPipe(keeping: .last(4096))
        let starter: ChildProcess
        do {
            // Only the program keeps the other end, so that its end hangs up.
            let (own, other) = try MessageSocket.pair()
            defer { withExtendedLifetime(other) {} }
            socket = own
            starter = try ChildProcess(
                manager.starting(unit) + ["--"] + program.map(UserManager.quoted), path: manager.program,
                environment: manager.environment, input: .descriptor(other.number),
                output: .descriptor(NullDevice.number), errors: .descriptor(errors.writingNumber), directory: "/",
                isApart: true)
        }
        let isReady = socket.wait(milliseconds: Self.startTime) && socket.receive() != nil
        // systemd-run would wait for the end of the unit. It can no longer do anything after SIGKILL.
        starter.sendToGroup(SIGKILL)
        let end = starter.end()
        guard isReady else {
            errors.read()
            let reason = errors.lastLine.isEmpty ? "status \(end?.status ?? 0)" : errors.lastLine
            throw UserManagerError(description: "the user manager started no unit: \(reason)")
        }
    }

    /// Whether the program still waits.
    var isWaiting: Bool { !socket.wait(milliseconds: 0) }

    /// Sends a command to the program. Throws ``Gone`` if the program has ended, and then nothing was sent.
    func send(_ command: CommandRunner.Command, streams: [CInt]) throws {
        do {
            try StandbyOrder(command, time: command.timeout + CommandUnit.reserve).send(to: socket, streams: streams)
        } catch {
            throw [EPIPE, ECONNRESET].contains(error.number) ? Gone() : error as any Error
        }
    }

    struct Gone: Error {}

    /// Waits until the program has started its command. Throws if it could not.
    func waitForStart(of command: CommandRunner.Command) throws(SystemCallError) {
        guard let error = socket.receive()?.number, error != 0 else { return }
        throw SystemCallError("start", command.arguments.first ?? "", number: Int32(clamping: error))
    }

    /// A descriptor that polls as readable once the command has ended.
    var endNumber: CInt { socket.number }

    /// Returns the end of the command; nil if it has not ended. If the program ended first, it was killed with its command.
    func endIfEnded() -> ChildProcess.End? {
        guard socket.wait(milliseconds: 0) else { return nil }
        guard let number = socket.receive()?.number else { return .signaled(Int(SIGKILL)) }
        return number < 0 ? .signaled(Int(-number)) : .exited(Int(number))
    }

    /// Ends the program, and the manager then ends what is left in the unit.
    func kill() { socket.hangUp() }
}
