import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem

/// The connection to the agent socket. It is made when a request needs it, and again after it was lost.
struct AgentLink: ~Copyable {
    private var connection: DaemonConnection?
    private var lastID = 0
    /// The lines that came while the link was sending.
    private var received: [QueryValue] = []

    /// The socket to poll for lines; nil without a connection.
    private(set) var descriptor: CInt?

    var isConnected: Bool { descriptor != nil }
    /// Whether ``lines()`` has lines that came while the link was sending.
    var hasLines: Bool { !received.isEmpty }

    /// Connects, unless there is a connection.
    mutating func connect() throws(any Error) {
        guard !isConnected else { return }
        let directory = try SocketDirectory(variable: Self.variable)
        let connection = try DaemonConnection(to: directory, door: .agent)
        descriptor = connection.descriptor
        self.connection = consume connection
    }

    /// Returns an environment variable. Programs that use models start a server with few variables: without XDG_RUNTIME_DIR,
    /// the folder of the user's sessions takes its place.
    private static func variable(_ name: String) -> String? {
        Shell.variable(name) ?? (name == "XDG_RUNTIME_DIR" ? usualRuntimeFolder : nil)
    }

    /// The variables by which a server that gets no variable of the session finds the sockets; empty for the usual folder.
    static var neededVariables: [(name: String, value: String)] {
        get throws(SocketDirectoryError) {
            let path = try SocketDirectory(variable: variable).path
            let usual = try SocketDirectory { $0 == "XDG_RUNTIME_DIR" ? usualRuntimeFolder : nil }.path
            return path == usual ? [] : [(SocketDirectory.variable, path)]
        }
    }

    /// The folder of the user's sessions.
    private static var usualRuntimeFolder: String { "/run/user/\(Shell.userID)" }

    /// Sends a request, and returns its id.
    mutating func send<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(any Error) -> Int {
        try connect()
        lastID += 1
        let request: QueryValue = [
            "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(M.name), "params": parameters.value,
        ]
        try send(line: Array("\(request.json)\n".utf8))
        return lastID
    }

    /// Sends a line, and reads meanwhile: the daemon reads no more from a client that leaves its replies unread.
    private mutating func send(line: [UInt8]) throws(ClientError) {
        var rest = line[...]
        while !rest.isEmpty {
            guard let descriptor else { throw .lost(EPIPE) }
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: 0)
            _ = retrying { Int(poll(&polled, 1, -1)) }
            if polled.revents & Int16(POLLIN) != 0 { received = lines() }
            guard polled.revents & Int16(POLLOUT) != 0, isConnected else { continue }
            let count = rest.withUnsafeBytes { bytes in
                retrying {
                    Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
            }
            guard count >= 0 || errno == EAGAIN else {
                let code = errno
                close()
                throw .lost(code)
            }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Returns the lines that have come. Without a connection afterwards, the daemon has closed it.
    mutating func lines() -> [QueryValue] {
        var lines = received
        received = []
        do {
            while let line = try connection?.readLine(milliseconds: 0) {
                if let value = try? JSONParser.parse(line, depthLimit: 512) { lines.append(value) }
            }
            close()
        } catch {
            if case .timedOut = error { return lines }
            close()
        }
        return lines
    }

    private mutating func close() {
        connection = nil
        descriptor = nil
    }
}
