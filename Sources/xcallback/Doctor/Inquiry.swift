import UnixSystem

/// A program that `doctor` asks. It runs while `doctor` makes other checks, since a service that hangs takes all the time.
final class Inquiry {
    private var process: StartedProcess?

    init(_ command: [String]) {
        // The answers are read in English.
        let environment = Shell.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
        guard let path = ProgramSearch.find(command[0], in: environment) else { return }
        process = try? StartedProcess(path: path, arguments: command, environment: environment)
    }

    /// The end of the program; nil if there is no such program, or if it does not end in time.
    private(set) lazy var end: CompletedProcess? = process?.wait(until: DoctorCommand.begun + Self.milliseconds)

    /// Whether the program did not end in time.
    var hangs: Bool { process != nil && end == nil }

    /// The lines that it printed; nil unless its exit status is 0.
    var lines: [Substring]? { end.flatMap { $0.status == 0 ? $0.output.split(whereSeparator: \.isNewline) : nil } }

    /// The time that all programs have since the first check.
    private static let milliseconds = 4000
}
