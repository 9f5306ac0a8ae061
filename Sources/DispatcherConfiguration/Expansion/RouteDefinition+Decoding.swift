package import QueryCoding
import URLSchemeRouter
package import XCallbackURL

extension RouteDefinition {
    /// Returns the URL without the parameters that `strip` removes.
    package func stripping(_ url: XCallbackURL) -> XCallbackURL {
        let stripping = ParameterStripping(policy.strip)
        var url = url
        url.parameters.elements.removeAll { stripping.takes($0.name) }
        return url
    }

    /// Decodes the parameters of a request, including those of its path. Returns an object in declared order, without
    /// absent optionals. Throws ``QueryCodingError``, or ``OutcomeError`` for an unknown parameter.
    /// - Parameter fromDesktop: Whether the request came by the desktop socket.
    package func decode(_ parameters: QueryParameters, fromDesktop: Bool = false) throws -> QueryValue {
        if strictInput { try refuseUnknown(parameters) }
        return .object(
            try input.compactMap { field in
                try field.decode(parameters, fromDesktop: fromDesktop).map { QueryValue.Member(field.name, $0) }
            })
    }

    private func refuseUnknown(_ parameters: QueryParameters) throws(OutcomeError) {
        for element in parameters.elements where !input.contains(where: { $0.takes(element.name) }) {
            let near = nearest(to: element.name, among: input.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
            throw OutcomeError(.input, "unknown parameter \"\(element.name)\"\(near)")
        }
    }
}

extension InputField {
    /// Whether a parameter of that name belongs to this field: `tags`, and for an array also `tags[]` and `tags.0`.
    fileprivate func takes(_ parameter: String) -> Bool {
        parameter.hasSameBytes(as: name)
            || isArray && (parameter.hasSameBytes(as: "\(name)[]") || parameter.isBelow(name))
    }
}
