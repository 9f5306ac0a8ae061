import DispatcherMessages
import UnixSystem

/// The activation token of a request, with which one window may take the focus (the protocol xdg-activation; startup
/// notification on X11). Each program that the request starts gets the token. The compositor accepts the token once,
/// for the first window that shows it, so a program without a window does not use it up. The token is never recorded.
package final class ActivationToken: Sendable {
    private static let limit = 1024

    /// The token that came with the request, and the tokens that replaced it. The last token is the current token.
    private let tokens: Lock<[String]>

    /// Reads the token from a caller's variables.
    init(of environment: [String: String]) {
        let given = SessionVariables.activationNames.lazy.compactMap { environment[$0] }.first(where: Self.isToken)
        tokens = Lock(given.map { [$0] } ?? [])
    }

    /// The token that came with the request, and the tokens that replaced it.
    var all: [String] { tokens.withLock(\.self) }

    /// The current token under both of its names; empty if there is no token.
    package var variables: [String: String] {
        guard let token = all.last else { return [:] }
        return Dictionary(uniqueKeysWithValues: SessionVariables.activationNames.map { ($0, token) })
    }

    /// Replaces the token with a newer token. Ignores a text that is not a token.
    package func replace(with newer: String) {
        guard Self.isToken(newer) else { return }
        tokens.withLock { $0.append(newer) }
    }

    /// Replaces the token with the token of a newer request, if that request has a token.
    package func replace(with newer: ActivationToken) {
        if let token = newer.all.last { replace(with: token) }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= limit && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}
