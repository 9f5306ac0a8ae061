import QueryCoding
import XCallbackURL

/// Middleware that takes parameters out of a URL before anything is decoded from it, such as the `utm_*` of campaigns.
public struct ParameterStripping: Middleware {
    private let names: [String]

    /// Takes out the parameters of these names; `*` at the end stands for anything.
    public init(_ names: [String] = ["utm_*"]) { self.names = names }

    /// Lets the request pass without them.
    public func decide(_ request: RoutedRequest) -> MiddlewareDecision {
        var request = request
        request.url.parameters.elements.removeAll { takes($0.name) }
        return .proceed(request)
    }

    /// Whether it takes out the parameters of a name.
    package func takes(_ name: String) -> Bool { names.contains { matches(name, $0) } }

    private func matches(_ name: String, _ pattern: String) -> Bool {
        guard pattern.utf8.last == UInt8(ascii: "*") else { return name.utf8.elementsEqual(pattern.utf8) }
        return name.utf8.starts(with: pattern.utf8.dropLast())
    }
}
