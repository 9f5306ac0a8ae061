import DispatcherClient
import DispatcherMessages
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
}
