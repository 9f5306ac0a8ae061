import DispatcherConfiguration
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The text of the file that holds a route's token.
package enum TokenText: Sendable {
    /// The URL brings no token to compare, or its route has none.
    case notNeeded
    /// The file cannot be read.
    case unreadable
    case bytes([UInt8])
}

/// The token that opens a route: given in the URL as `x-token` or `key`, kept in a file.
package enum RouteToken {
    /// The most bytes of a token file.
    package static let limit = 4096

    /// The file to compare with; nil if the URL brings no token, or its route has none.
    package static func file(for matched: MatchedRequest) -> String? {
        guard let token = matched.route.definition?.policy.token, case .value = given(in: matched.url) else {
            return nil
        }
        return token.file
    }

    /// Whether the URL brings the right token; false if the route has none or the URL brings none. Throws 401 for a wrong
    /// token, for none where one is required, and for a file that cannot be read.
    static func check(_ text: TokenText, in matched: MatchedRequest) throws(OutcomeError) -> Bool {
        guard let definition = matched.route.definition, let token = definition.policy.token else { return false }
        guard case .value(let given) = given(in: matched.url) else {
            guard token.isRequired else { return false }
            throw OutcomeError(.token, "route '\(definition.name)' needs its token; send it as x-token=")
        }
        guard case .bytes(var expected) = text else {
            throw OutcomeError(.token, "the token of route '\(definition.name)' cannot be checked")
        }
        while expected.last == UInt8(ascii: "\n") || expected.last == UInt8(ascii: "\r") { expected.removeLast() }
        guard given.utf8.isSecret(expected) else {
            throw OutcomeError(.token, "this is not the token of route '\(definition.name)'")
        }
        return true
    }

    /// The URL without the `key` that brought the token: it is no part of the input, unless the input names it.
    static func removingKey(from url: XCallbackURL, for definition: RouteDefinition) -> XCallbackURL {
        guard definition.policy.token != nil, url.reserved["x-token"] == .absent,
            !definition.input.contains(where: { $0.name == "key" })
        else { return url }
        var url = url
        url.parameters.elements.removeAll { $0.name.hasSameBytes(as: "key") }
        return url
    }

    private static func given(in url: XCallbackURL) -> QueryParameters.State {
        let reserved = url.reserved["x-token"]
        return reserved == .absent ? url.parameters["key"] : reserved
    }
}
