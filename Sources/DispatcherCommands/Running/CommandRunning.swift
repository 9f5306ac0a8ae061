/// Runs commands to their ends: ``CommandRunner``, or a stand-in without processes.
package protocol CommandRunning: Sendable {
    /// Whether a command that names a unit would run in it now.
    var hasUnits: Bool { get }

    /// Throws if the command cannot be started, and `CancellationError` if the task was cancelled.
    func run(_ command: CommandRunner.Command) async throws -> CommandRunner.Completion
}

extension CommandRunner: CommandRunning {
    package var hasUnits: Bool { false }
}
