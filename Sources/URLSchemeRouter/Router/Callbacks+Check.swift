package import XCallbackURL

extension Callbacks {
    /// Throws if a callback is faulty or banned. The request is then refused before anything runs.
    package func check() throws(OutcomeError) {
        guard !isEmpty else { return }
        if let fault = faults.first { throw fault.outcomeError }
        for kind in CallbackKind.allCases {
            if let ban = self[kind]?.ban { throw OutcomeError(.refused, "\(kind.parameterName) is refused: \(ban)") }
        }
    }

    /// The callbacks without the banned ones.
    package var withoutBanned: Callbacks {
        var callbacks = self
        for kind in CallbackKind.allCases where self[kind]?.ban != nil { callbacks[kind] = nil }
        return callbacks
    }
}
