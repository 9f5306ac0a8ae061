import DispatcherMessages
import QueryCoding

/// A method of the sockets, after JSON-RPC 2.0.
protocol SocketMethod: Sendable {
    static var name: MethodName { get }
    /// Whether the desktop socket has it too.
    static var isOnDesktop: Bool { get }

    /// Answers a request; nil for a notification, and for a method that sends its reply itself.
    func reply(to request: RPCRequest, for caller: MethodCaller) async -> RPCReply?
}

/// A method that is answered by its result.
protocol ResultMethod: SocketMethod {
    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue
}

/// The sender of a request.
struct MethodCaller: Sendable {
    let origin: Origin
    /// Its connection as a worker's; nil on the desktop socket.
    let worker: Worker?
}

extension SocketMethod {
    static var isOnDesktop: Bool { false }
}

extension ResultMethod {
    func reply(to request: RPCRequest, for caller: MethodCaller) async -> RPCReply? {
        var parameters = MethodParameters(request.parameters)
        do throws(RPCError) {
            let value = try await result(&parameters, for: caller)
            return request.id.map { RPCReply(id: $0, result: value) }
        } catch {
            return request.id.map { RPCReply(id: $0, error: error) }
        }
    }
}
