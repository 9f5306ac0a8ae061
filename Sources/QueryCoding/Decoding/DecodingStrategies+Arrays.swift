extension DecodingStrategies.ArrayDecodingStrategy {
    /// The maximum nesting of a JSON array.
    private static let depthLimit = 32

    /// Returns the parameters with the value of the named array split into its elements.
    func parameters(_ parameters: QueryParameters, ofArray name: String) throws(QueryCodingError) -> QueryParameters {
        switch self {
        case .automatic: return parameters
        case .comma:
            return QueryParameters(
                parameters.elements.flatMap { element in
                    guard element.name.hasSameBytes(as: name), let value = element.value else { return [element] }
                    return value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                        .map { QueryParameter(name, String(Substring($0))) }
                })
        case .json:
            guard case .value(let text) = parameters[name] else { return parameters }
            guard let value = try? JSONParser.parse(Array(text.utf8), depthLimit: Self.depthLimit), case .array = value
            else { throw QueryCodingError(.incorrectType, path: name, detail: "expected a JSON array") }
            return value.parameters(below: name)
        }
    }
}
