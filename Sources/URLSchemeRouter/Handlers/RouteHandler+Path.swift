import QueryCoding

extension RouteHandler {
    /// Returns a handler whose input, if it is a scalar or an array, is the only parameter of a path. If that parameter
    /// is missing, the input is the parameter `result`, as for any other route.
    func filled(by pattern: RoutePattern) -> RouteHandler {
        guard signature.inputType != nil, let name = pattern.onlyParameter, signature.isInputValue() else {
            return self
        }
        let change: @Sendable (QueryParameters) -> QueryParameters = { $0.replacingResult(by: name) }
        let body: Body =
            switch body {
            case .sync(let actor, let run): .sync(on: actor, AssumedSendable { try run.value(change($0), $1) })
            case .async(let run): .async { try await run(change($0), $1) }
            }
        return RouteHandler(body, signature.filled(by: name, change))
    }

    /// Returns true if the input of a link may not be decodable. An input of the handler's own type always is.
    func mayRefuse(_ type: Any.Type) -> Bool { signature.inputType.map { $0 != ObjectIdentifier(type) } ?? false }

    /// Throws if the input of a link cannot be decoded.
    func check(_ input: QueryParameters, _ coding: RouteCoding) throws { try signature.check(input, coding.decoder) }
}

extension QueryParameters {
    /// Returns the parameters with this name, renamed to the name of a scalar or an array.
    fileprivate func replacingResult(by name: String) -> QueryParameters {
        guard !name.hasSameBytes(as: rootName), contains(name) else { return self }
        let own = elements.filter { $0.isCovered(by: [name]) }
        return QueryParameters(
            own.map { QueryParameter(rootName + String(Substring($0.name.utf8.dropFirst(name.utf8.count))), $0.value) })
    }
}
