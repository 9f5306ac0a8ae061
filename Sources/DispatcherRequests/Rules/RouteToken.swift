import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// The text of the file that holds a route's token.
package enum TokenText: Sendable {
    /// The URL contains no token to compare, or its route has no token.
    case notNeeded
    /// The file cannot be read, or other users could read or change it; with the reason.
    case unusable(String)
    case bytes([UInt8])
}

/// The token that protects a route. A URL carries the token in a parameter that the route names; the expected token is
/// in a file.
extension MatchedRequest {
    /// The file to compare with; nil if the URL contains no token, or its route has no token.
    package var tokenFile: String? {
        guard let token = route.definition?.value.policy.token, case .value = given(token) else { return nil }
        return token.file
    }

    /// Returns true if the URL contains the right token, and false if the route has no token or the URL contains no
    /// token. Throws 401 for a wrong token, for a missing token that is required, and for a file that cannot be read.
    func hasToken(_ text: TokenText) throws(OutcomeError) -> Bool {
        guard let token = route.definition?.value.policy.token else { return false }
        let name = route.name
        guard case .value(let given) = given(token) else {
            guard token.isRequired else { return false }
            throw OutcomeError(
                .token, "route '\(name)' needs its token; send it as \(token.names[0])=", about: .route(name))
        }
        guard case .bytes(var expected) = text else {
            var reason: String?
            if case .unusable(let fault) = text { reason = fault }
            throw OutcomeError(
                .token, "the token of route '\(name)' cannot be checked", detail: reason, about: .route(name))
        }
        while expected.last == UInt8(ascii: "\n") || expected.last == UInt8(ascii: "\r") { expected.removeLast() }
        guard given.utf8.isSecret(expected) else {
            throw OutcomeError(.token, "this is not the token of route '\(name)'", about: .route(name))
        }
        return true
    }

    private func given(_ token: RoutePolicy.Token) -> QueryParameters.State {
        let states = token.names.lazy.map { $0.hasPrefix("x-") ? self.url.reserved[$0] : self.url.parameters[$0] }
        return states.first { $0 != .absent } ?? .absent
    }
}
