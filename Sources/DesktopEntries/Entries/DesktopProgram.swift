package import UnixSystem

/// A program of the desktop, searched on the PATH of an environment and run with only that environment.
struct DesktopProgram: Sendable {
    /// The name of the program.
    let name: String
    private let path: String
    private let environment: [String: String]

    /// The programs that the installation runs.
    enum Name: String {
        case updateDesktopDatabase = "update-desktop-database"
        case systemctl = "systemctl"

        /// The Debian package of the program.
        var package: String {
            switch self {
            case .updateDesktopDatabase: "desktop-file-utils"
            case .systemctl: "systemd"
            }
        }
    }

    init(_ name: Name, environment: [String: String]) throws(DesktopProgramError) {
        guard let path = ProgramSearch.find(name.rawValue, in: environment) else {
            throw .missing(tool: name.rawValue, package: name.package)
        }
        self.name = name.rawValue
        self.path = path
        self.environment = environment
    }

    /// Runs the program and returns its standard output. Throws if the exit status is not accepted. The call blocks
    /// until the program ends. After the given seconds, the program is killed and the call throws.
    func output(_ arguments: [String], seconds: Int, accepting statuses: Set<Int32> = [0]) throws(DesktopProgramError)
        -> String
    {
        let command = ([name] + arguments).joined(separator: " ")
        let ended: CompletedProcess?
        do {
            ended = try CompletedProcess.run(
                path: path, arguments: [name] + arguments, environment: environment, seconds: seconds)
        } catch {
            throw .notStarted(error)
        }
        guard let ended else { throw .timedOut(command: command, seconds: seconds) }
        guard statuses.contains(ended.status) else {
            let complaint = ended.errors.split(whereSeparator: \.isNewline).first ?? ""
            throw .failed(command: command, status: ended.status, complaint: String(complaint.prefix(200)))
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
package enum DesktopProgramError: Error, Sendable, Hashable {
    /// The program is not on PATH.
    case missing(tool: String, package: String)
    /// The program could not be started.
    case notStarted(SystemCallError)
    /// The program was still running at its deadline, and was killed with its process group.
    case timedOut(command: String, seconds: Int)
    /// The program ended with this status, or 128 plus a signal. The complaint is the first line of its standard error.
    case failed(command: String, status: Int32, complaint: String)
}

extension DesktopProgramError: CustomStringConvertible {
    /// The failed action and the reason.
    package var description: String {
        switch self {
        case .missing(let tool, let package): "no \(tool) on PATH; install the package \(package)"
        case .notStarted(let error): error.description
        case .timedOut(let command, let seconds): "'\(command)' did not end within \(seconds) s and was killed"
        case .failed(let command, let status, let complaint):
            "'\(command)' ended with status \(status)" + (complaint.isEmpty ? "" : ": \(complaint)")
        }
    }
}
