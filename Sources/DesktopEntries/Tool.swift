/// A program of the desktop, found on the search path of an environment and run with just that environment.
struct Tool: Sendable {
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

    init(_ name: Name, environment: [String: String]) throws(ToolError) {
        guard let path = Self.find(name.rawValue, environment: environment) else {
            throw .missing(tool: name.rawValue, package: name.package)
        }
        self.name = name.rawValue
        self.path = path
        self.environment = environment
    }

    /// What it wrote to stdout, ended or not with status 0. Blocks until it ends, at most the seconds given; then it is
    /// killed and the answer is an error.
    func output(_ arguments: [String], seconds: Int, accepting statuses: Set<Int32> = [0]) throws(ToolError) -> String {
        let command = ([name] + arguments).joined(separator: " ")
        let child: ChildProcess
        do {
            child = try ChildProcess(path: path, arguments: [name] + arguments, environment: environment)
        } catch {
            throw .notStarted(error)
        }
        guard let end = child.wait(seconds: seconds) else { throw .timedOut(command: command, seconds: seconds) }
        guard statuses.contains(end.status) else {
            let complaint = end.errors.split(whereSeparator: \.isNewline).first ?? ""
            throw .failed(command: command, status: end.status, complaint: String(complaint.prefix(200)))
        }
        return end.output
    }

    /// The program that a path or a name stands for.
    static func locate(_ program: String, environment: [String: String]) -> String? {
        guard program.utf8.contains(UInt8(ascii: "/")) else { return find(program, environment: environment) }
        return Files.isExecutable(program) ? program : nil
    }

    /// As the shell looks it up; the usual directories if PATH is not set.
    static func find(_ name: String, environment: [String: String]) -> String? {
        folders(environment: environment).map { "\($0)/\(name)" }.first(where: Files.isExecutable)
    }

    /// The absolute folders on PATH, in order.
    static func folders(environment: [String: String]) -> [String] {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .filter { $0.utf8.first == UInt8(ascii: "/") }.map { String($0) }
    }
}
