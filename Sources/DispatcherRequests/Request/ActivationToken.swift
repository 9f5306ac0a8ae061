import DispatcherMessages
import Synchronization

/// The activation token of a request, with which one program may take the focus (the protocol xdg-activation; startup
/// notification on X11). It serves once, and is never written down.
package final class ActivationToken: Sendable {
    private static let limit = 1024

    private struct State {
        /// Nil if it was used.
        var text: String?
        var all: [String]
    }

    private let state: Mutex<State>

    /// Takes the token out of a caller's variables.
    init(of environment: [String: String]) {
        let given = SessionVariables.activationNames.lazy.compactMap { environment[$0] }.first(where: Self.isToken)
        state = Mutex(State(text: given, all: given.map { [$0] } ?? []))
    }

    /// The token that came with the request, and those that replaced it.
    var all: [String] { state.withLock(\.all) }

    /// Gives the token to one program, as variables; none if it was used.
    package func take() -> [String: String] {
        let token = state.withLock { state in
            defer { state.text = nil }
            return state.text
        }
        return token.map { token in
            Dictionary(uniqueKeysWithValues: SessionVariables.activationNames.map { ($0, token) })
        } ?? [:]
    }

    /// Takes a newer token in place of this one. Anything else is ignored.
    package func replace(with newer: String) {
        guard Self.isToken(newer) else { return }
        state.withLock { state in
            state.text = newer
            state.all.append(newer)
        }
    }

    /// Takes the token of a newer request, if it has one that was not used, in place of this one.
    package func replace(with newer: ActivationToken) {
        if let token = newer.take().values.first { replace(with: token) }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= limit && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}
