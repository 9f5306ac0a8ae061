package import XCallbackURL

extension Callbacks {
    /// Throws what makes a request be refused before anything runs: a faulty callback, or a banned one.
    package func check() throws(OutcomeError) {
        if let fault = faults.first { throw fault.outcomeError }
        for kind in CallbackKind.allCases {
            if let ban = self[kind]?.ban { throw OutcomeError(.refused, "\(kind.parameterName) is refused: \(ban)") }
        }
    }

    /// The callbacks that may be opened at all.
    package var withoutBanned: Callbacks {
        var callbacks = self
        for kind in CallbackKind.allCases where self[kind]?.ban != nil { callbacks[kind] = nil }
        return callbacks
    }
}
