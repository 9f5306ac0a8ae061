import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding

/// `pause`: refuses the requests of the desktop socket until a time, or until `resume`.
struct PauseMethod: ResultMethod {
    static let name = MethodName.pause
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let duration = try parameters.optionalDuration(.duration)
        try parameters.finish()
        let pause = Pause(for: duration, from: dispatcher.now)
        let warning = await dispatcher.pause.set(pause)
        dispatcher.logger.notice("the desktop socket is paused", metadata: ["until": "\(pause.until ?? "resume")"])
        return PauseReply(until: pause.until, warning: warning).value
    }
}
