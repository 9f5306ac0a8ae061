import UnixSystem

/// A program of the desktop that the installation runs, searched on the PATH of an environment and run with only that
/// environment.
enum DesktopProgram: String {
    case updateDesktopDatabase = "update-desktop-database"
    case systemctl

    /// The Debian package of the program.
    private var package: String { self == .systemctl ? "systemd" : "desktop-file-utils" }

    /// Runs the program and returns its standard output. Throws if the exit status is not accepted. The call blocks
    /// until the program ends. After the given seconds, the program is killed and the call throws.
    func output(
        _ arguments: [String], environment: [String: String], seconds: Int = 30, accepting statuses: Set<Int32> = [0]
    ) throws -> String {
        guard let path = ProgramSearch.find(rawValue, in: environment) else {
            throw DesktopProgramError(description: "no \(rawValue) on PATH; install the package \(package)")
        }
        let command = ([rawValue] + arguments).joined(separator: " ")
        let ended = try CompletedProcess.run(
            path: path, arguments: [rawValue] + arguments, environment: environment, seconds: seconds)
        guard let ended else {
            throw DesktopProgramError(description: "'\(command)' did not end within \(seconds) s and was killed")
        }
        guard statuses.contains(ended.status) else {
            let complaint = ended.errors.split(whereSeparator: \.isNewline).first.map { ": \($0.prefix(200))" } ?? ""
            throw DesktopProgramError(description: "'\(command)' ended with status \(ended.status)\(complaint)")
        }
        return ended.output
    }

    /// Returns the file of a program from a path or a name.
    static func locate(_ program: String, environment: [String: String]) -> String? {
        guard program.utf8.contains(UInt8(ascii: "/")) else { return ProgramSearch.find(program, in: environment) }
        return File.isExecutable(program) ? program : nil
    }
}

/// The reason why a program of the desktop failed.
struct DesktopProgramError: Error, CustomStringConvertible {
    let description: String
}
