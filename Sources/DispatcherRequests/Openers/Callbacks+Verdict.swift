import XCallbackURL

extension Callbacks {
    /// Throws 400 for a callback that cannot be read, and 403 for a callback that may not be opened.
    func check(_ verdict: (CallbackURL) -> OutgoingGate.Verdict) throws(OutcomeError) {
        if let fault = faults.first { throw fault.outcomeError }
        for kind in CallbackKind.allCases {
            guard let callback = self[kind], case .refuse(let reason) = verdict(callback) else { continue }
            throw OutcomeError(.refused, "\(kind.parameterName) is refused: \(reason)")
        }
    }
}
