import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `revoke`: takes a grant back, so that the user is asked again.
struct RevokeMethod: ResultMethod {
    static let name = MethodName.revoke
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let id = try parameters.text(.id)
        try parameters.finish()
        switch await dispatcher.consent.grants.revoke(id) {
        case .unknown:
            throw RPCError(
                .refused, "there is no grant '\(Printable.shown(id, limit: 64))'",
                dataCode: StandardCode.noRoute.rawValue)
        case .revoked: return .object([])
        case .notWritten(let problem):
            throw RPCError(
                .refused, "the grant is revoked until the daemon ends, and cannot be removed from its file: \(problem)",
                dataCode: StandardCode.draining.rawValue)
        }
    }
}
