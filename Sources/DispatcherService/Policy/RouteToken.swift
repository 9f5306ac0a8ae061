import DispatcherConfiguration
import FoundationEssentials
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The text that opens a route to callers who know it: given in the URL as `x-token` or `key`, kept in a file.
enum RouteToken {
    /// The longest token that is read.
    private static let limit = 4096

    /// Whether the URL brings the right token; false if the route has none or the URL brings none. Throws 401 for a wrong
    /// one, for none where it is required, and where the file cannot be read.
    static func isGiven(in url: XCallbackURL, for route: DispatchRoute) throws(OutcomeError) -> Bool {
        guard case .definition(let definition) = route.action, let token = definition.policy.token else {
            return false
        }
        guard case .value(let given) = given(in: url) else {
            guard token.isRequired else { return false }
            throw OutcomeError(.token, "route '\(definition.name)' needs its token; say it as x-token=")
        }
        guard let content = FileManager.default.contents(atPath: token.file), content.count <= limit else {
            throw OutcomeError(.token, "the token of route '\(definition.name)' cannot be checked")
        }
        var expected = Array(content)
        while expected.last == UInt8(ascii: "\n") || expected.last == UInt8(ascii: "\r") { expected.removeLast() }
        guard !expected.isEmpty, areEqual(Array(given.utf8), expected) else {
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

    /// Takes as long for a near miss as for a far one.
    private static func areEqual(_ given: [UInt8], _ expected: [UInt8]) -> Bool {
        var difference = given.count ^ expected.count
        for index in expected.indices {
            difference |= Int(expected[index] ^ (given.isEmpty ? 0 : given[index % given.count]))
        }
        return difference == 0
    }
}
