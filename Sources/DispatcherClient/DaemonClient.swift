package import DispatcherMessages
package import QueryCoding
package import RequestRecord
import XCallbackURL

/// Calls methods of the daemon over one connection, one after the other.
package struct DaemonClient: ~Copyable {
    private var connection: DaemonConnection
    private var lastID = 0

    /// Connects to a socket of the daemon.
    package init(to address: SocketDirectory, door: Door) throws(ClientError) {
        do { connection = try DaemonConnection(to: address, door: door) } catch {
            throw door == .control && address.hasOnlyDesktop ? .desktopOnly(address.path) : error
        }
        // A network that stalls would look like a daemon that hangs.
        connection.watch.pings = !address.isForwarded
    }

    /// Returns the connection, for messages that are not calls.
    consuming func release() -> DaemonConnection { connection }

    /// The descriptor to poll for a reply.
    package var descriptor: CInt { connection.descriptor }

    /// Waits until one of these connections to the same socket has a reply, or is closed, and returns its index.
    package func wait(for descriptors: [CInt]) throws(ClientError) -> Int? {
        try connection.watch.wait(for: descriptors, milliseconds: nil)
    }

    /// The result of a method: as this version reads it, and as the daemon printed it, with members that this version
    /// may not know.
    package typealias Answer<Result: Reply> = (reply: Result, printed: QueryValue)

    /// Calls a method and waits for its result.
    /// - Parameters:
    ///   - milliseconds: The longest wait, after which the daemon counts as hanging; nil for no limit.
    ///   - fill: Sets the parameters.
    package mutating func call<M: Method>(
        _ method: M.Type, milliseconds: Int32? = nil, _ fill: (inout M.Parameters) -> Void = { _ in }
    ) throws(ClientError) -> Answer<M.Result> {
        try send(method, fill)
        let printed: QueryValue
        do throws(ClientError) { printed = try receive(milliseconds: milliseconds) } catch .timedOut {
            throw connection.watch.error
        }
        do { return (try M.Result(printed), printed) } catch { throw .unreadable(error.description) }
    }

    /// Sends a request without waiting.
    /// - Parameter fill: Sets the parameters.
    package mutating func send<M: Method>(_ method: M.Type, _ fill: (inout M.Parameters) -> Void) throws(ClientError) {
        var parameters = M.Parameters()
        fill(&parameters)
        let members = parameters.value.members ?? []
        try send(method.name) { printer in
            for member in members { printer.member(member.name, member.value) }
        }
    }

    /// Sends a request without waiting.
    /// - Parameter parameters: Prints the members of the parameters.
    package mutating func send(_ method: String, parameters: (inout JSONPrinter) -> Void) throws(ClientError) {
        lastID += 1
        var printer = JSONPrinter(capacity: 1024)
        printer.request(method, id: .number(String(lastID)), parameters: parameters)
        printer.endLine()
        do { try connection.send(lines: printer.bytes) } catch { throw refusal() ?? error }
    }

    /// Returns the error that the daemon sent before it closed the connection unread; nil if it sent no error.
    private mutating func refusal() -> ClientError? {
        do throws(ClientError) { _ = try receive(milliseconds: 0) } catch {
            if case .turnedAway = error { return error }
        }
        return nil
    }

    /// Waits for the result of the request that was sent last.
    package mutating func receive(milliseconds: Int32? = nil) throws(ClientError) -> QueryValue {
        let reply = try connection.readValue(milliseconds: milliseconds)
        if let result = reply[RPCMessage.Name.result.rawValue] { return result }
        // The daemon refuses a connection with an outcome object, which is not JSON-RPC.
        if let error = (try? OutcomeReply(reply))?.outcome.error { throw .turnedAway(error) }
        let error = reply[RPCMessage.Name.error.rawValue]
        let data = error?[RPCError.Name.data.rawValue]
        let code = RPCError.Name.code.rawValue
        throw .refused(
            code: error?[code]?.text.flatMap { Int($0) } ?? 0,
            message: error?[RPCError.Name.message.rawValue]?.string
                ?? "the daemon's reply has neither a result nor an error",
            dataCode: data?[code]?.text.flatMap { Int($0) }, outcome: data?[RPCError.Name.outcome.rawValue])
    }
}
