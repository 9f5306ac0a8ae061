import ArgumentParser
import DispatcherMessages
import UnixSystem

/// Has the daemon load a file that was changed. What a file was before is put back if the daemon would refuse it.
struct RouteLoading {
    let file: RouteFile
    let daemon: DaemonOptions

    /// Throws the exit status after printing the mistakes.
    func check() throws {
        let mistakes = try Self.mistakes(in: file.path)
        if !mistakes.isEmpty { try refuse(mistakes) }
    }

    /// The mistakes of a file. Throws the exit status after printing why it cannot be checked.
    static func mistakes(in path: String) throws -> [String] {
        let program = Shell.daemonExecutable
        // Its standard error has the number of mistakes alone.
        guard let checked = ChildOutput.run([program, "--check", "--", path], errors: .empty) else {
            Shell.report("cannot ask '\(program)' to check the file")
            throw ExitCode(ExitStatus.unreachable.rawValue)
        }
        guard checked.status != 0 else { return [] }
        return checked.lines.isEmpty ? ["'\(program)' ended with status \(checked.status)"] : checked.lines
    }

    /// Throws the exit status after printing the mistakes, or why the daemon does not answer.
    func load() throws {
        let reply = try DaemonOptions.read(daemon.call(.reload), as: ReloadReply.init)
        guard let refused = reply.refused.first(where: { $0.file == file.path }) else { return }
        try refuse(refused.mistakes)
    }

    private func refuse(_ mistakes: [String]) throws -> Never {
        for mistake in mistakes { Shell.report(Printable.line(mistake)) }
        do throws(SystemCallError) { try file.restore() } catch { Shell.report("\(error)") }
        Shell.report("nothing was changed")
        throw ExitCode(ExitStatus.configuration.rawValue)
    }
}
