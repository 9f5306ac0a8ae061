import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// All methods of the sockets, by name.
struct MethodTable: Sendable {
    private let methods: [String: any SocketMethod]
    let replies: ReplyMemory
    private let ledger: RequestLedger

    /// - Parameter log: The queue of the logger; nil if the logger is the program's own.
    init(dispatcher: Dispatcher, reloader: Reloader, log: LogQueue? = nil) {
        ledger = dispatcher.ledger
        replies = ReplyMemory(clock: dispatcher.clock) { dispatcher.recordedIDEnd }
        let submitter = RequestSubmitter(dispatcher: dispatcher, replies: replies)
        let all: [any SocketMethod] = [
            DispatchMethod(submitter: submitter), CallMethod(submitter: submitter),
            RunMethod(submitter: submitter), CancelMethod(dispatcher: dispatcher),
            ExplainMethod(dispatcher: dispatcher), LinkMethod(dispatcher: dispatcher),
            RoutesMethod(dispatcher: dispatcher), StatusMethod(dispatcher: dispatcher, reloader: reloader, log: log),
            FeatureMethod(dispatcher: dispatcher), ReloadMethod(reloader: reloader),
            PauseMethod(dispatcher: dispatcher), ResumeMethod(dispatcher: dispatcher),
            HistoryMethod(dispatcher: dispatcher), RerunMethod(dispatcher: dispatcher),
            ForgetMethod(dispatcher: dispatcher), TokenMethod(dispatcher: dispatcher),
            ServeMethod(tables: dispatcher.tables, logger: dispatcher.logger),
            GrantsMethod(dispatcher: dispatcher), RevokeMethod(dispatcher: dispatcher),
        ]
        methods = Dictionary(uniqueKeysWithValues: all.map { (type(of: $0).name.rawValue, $0) })
    }

    /// Answers a request as far as that takes no waiting.
    func answer(_ request: RPCRequest, for caller: MethodCaller) -> MethodAnswer {
        do throws(RPCError) {
            return try method(request.method, for: caller).answer(request, for: caller)
        } catch {
            return .ended(request.id.map { RPCReply(id: $0, error: error) })
        }
    }

    private func method(_ name: String, for caller: MethodCaller) throws(RPCError) -> any SocketMethod {
        let method = methods[name]
        let shown = Printable.shown(name, limit: 64)
        guard caller.origin.door == .control || method.map({ type(of: $0).isOnDesktop }) ?? false else {
            throw RPCError(.unknownMethod, "'\(shown)' is not available on the desktop socket")
        }
        guard let method else { throw RPCError(.unknownMethod, "there is no method '\(shown)'") }
        // A request gets the refusal as its outcome.
        guard let refusal = ledger.with({ $0.places.refusal }), !(method is DispatchMethod), !(method is CallMethod)
        else { return method }
        throw RPCError(.refused, refusal.message, dataCode: refusal.code)
    }
}
