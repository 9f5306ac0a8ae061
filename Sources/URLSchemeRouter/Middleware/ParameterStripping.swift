import QueryCoding
import XCallbackURL

/// Middleware that removes parameters from a URL before its input is decoded, such as the `utm_*` of marketing
/// campaigns.
public struct ParameterStripping: Middleware {
    private let names: [String]

    /// Removes the parameters with these names. A trailing `*` matches any suffix.
    public init(_ names: [String] = ["utm_*"]) { self.names = names }

    /// Proceeds without the parameters.
    public func decide(_ request: RoutedRequest) -> MiddlewareDecision {
        var request = request
        request.url.parameters.elements.removeAll { takes($0.name) }
        return .proceed(request)
    }

    /// Returns whether parameters with this name are removed.
    package func takes(_ name: String) -> Bool { names.contains { matches(name, $0) } }

    private func matches(_ name: String, _ pattern: String) -> Bool {
        guard pattern.utf8.last == UInt8(ascii: "*") else { return name.utf8.elementsEqual(pattern.utf8) }
        return name.utf8.starts(with: pattern.utf8.dropLast())
    }
}
