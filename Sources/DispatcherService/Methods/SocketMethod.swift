import DispatcherMessages
import QueryCoding

/// A method of the sockets, after JSON-RPC 2.0.
protocol SocketMethod: Sendable {
    static var name: MethodName { get }
    /// Whether the desktop socket has it too.
    static var isOnDesktop: Bool { get }

    /// Answers a request as far as that takes no waiting.
    func answer(_ request: RPCRequest, for caller: MethodCaller) -> MethodAnswer
}

/// A method that always waits.
protocol WaitingMethod: SocketMethod {
    /// Answers a request; nil for a notification, and for a method that sends its reply itself.
    func reply(to request: RPCRequest, for caller: MethodCaller) async -> RPCReply?
}

/// A method that is answered by its result.
protocol ResultMethod: WaitingMethod {
    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue
}

/// A method whose result may need no waiting.
protocol ImmediateMethod: SocketMethod {
    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) throws(RPCError) -> MethodResult
}

/// The sender of a request.
struct MethodCaller: Sendable {
    let origin: Origin
    /// Its connection as a worker's; nil on the desktop socket.
    let worker: Worker?
    /// Its connection, for which its ids count; nil on the control socket.
    let connection: ReplyMemory.Connection?
}

extension SocketMethod {
    static var isOnDesktop: Bool { false }
}

extension WaitingMethod {
    func answer(_ request: RPCRequest, for caller: MethodCaller) -> MethodAnswer {
        .waits { await reply(to: request, for: caller) }
    }
}

extension ResultMethod {
    func reply(to request: RPCRequest, for caller: MethodCaller) async -> RPCReply? {
        await request.reply { () async throws(RPCError) in
            var parameters = MethodParameters(request.parameters)
            return try await result(&parameters, for: caller)
        }
    }
}

extension ImmediateMethod {
    func answer(_ request: RPCRequest, for caller: MethodCaller) -> MethodAnswer {
        var parameters = MethodParameters(request.parameters)
        do throws(RPCError) {
            switch try result(&parameters, for: caller) {
            case .ended(let value): return .ended(request.id.map { RPCReply(id: $0, result: value) })
            case .waits(let rest): return .waits { await request.reply(rest) }
            }
        } catch {
            return .ended(request.id.map { RPCReply(id: $0, error: error) })
        }
    }
}

extension RPCRequest {
    /// The reply with a result, or with the error in its place; nil for a notification.
    fileprivate func reply(_ result: () async throws(RPCError) -> QueryValue) async -> RPCReply? {
        do throws(RPCError) {
            let value = try await result()
            return id.map { RPCReply(id: $0, result: value) }
        } catch {
            return id.map { RPCReply(id: $0, error: error) }
        }
    }
}
