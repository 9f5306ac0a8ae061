import DispatcherClient
import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import Testing

/// The service in a session of its own, installed as a user installs it. It starts with the first line.
struct InstalledService {
    let sandbox: Sandbox
    let session: UserSession

    /// - Parameter programs: The folder of the programs.
    init(_ sandbox: Sandbox, programs: String = Products.folder) throws {
        self.sandbox = sandbox
        session = try UserSession(sandbox)
        try session.perform(["\(programs)/xcallback", "install", "--no-check"]).succeeded()
    }

    func connect(_ door: Door = .control) throws -> Connection {
        Connection(try DaemonConnection(to: SocketDirectory(environment: sandbox.environment), door: door))
    }

    func exchange(_ line: String, _ door: Door = .control) throws -> QueryValue {
        let connection = try connect(door)
        try connection.send(line)
        return try connection.reply()
    }

    /// The process that a command has written to the file `held` of the home, as the session numbers it.
    func held() throws -> String {
        try wait(for: "the command") { ((try? sandbox.contents("home/held")) ?? "").hasSuffix("\n") }
        return try #require(sandbox.lines("home/held").last)
    }

    func hasEnded(_ process: String) throws -> Bool { try session.perform(["kill", "-0", process]).status != 0 }

    func waitForEnd(of process: String) throws {
        try wait(for: "process \(process) to end") { try hasEnded(process) }
    }

    /// The control group of a process, by its path.
    func group(of process: String) throws -> String {
        try session.perform(["cat", "/proc/\(process)/cgroup"]).output.trimmingCharacters(in: .newlines)
    }
}
