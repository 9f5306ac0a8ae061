import UnixSystem

/// A program of the desktop, found on the search path of an environment and run with just that environment.
struct DesktopProgram: Sendable {
    /// What it is called.
    let name: String
    private let path: String
    private let environment: [String: String]

    /// Those that are run here.
    enum Name: String {
        case xdgMime = "xdg-mime"
        case updateDesktopDatabase = "update-desktop-database"
        case systemctl = "systemctl"

        /// The Debian package that brings it.
        var package: String {
            switch self {
            case .xdgMime: "xdg-utils"
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

    /// What it wrote to stdout, ended or not with status 0. Blocks until it ends, at most the seconds given; then it is
    /// killed and the answer is an error.
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

    /// The file of a program that is given by its path or its name.
    static func locate(_ program: String, environment: [String: String]) -> String? {
        guard program.utf8.contains(UInt8(ascii: "/")) else { return ProgramSearch.find(program, in: environment) }
        return File.isExecutable(program) ? program : nil
    }
}
