import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding

/// `resume`: ends the pause of the desktop socket.
struct ResumeMethod: ResultMethod {
    static let name = MethodName.resume
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        try parameters.finish()
        let warning = await dispatcher.pause.set(nil)
        dispatcher.logger.notice("the desktop socket is no longer paused")
        return PauseReply(warning: warning).value
    }
}
