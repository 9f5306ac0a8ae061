import QueryCoding

/// The input and output types of a handler, described on demand.
struct RouteSignature: Sendable {
    private(set) var input: @Sendable (DecodingStrategies) -> InputDescription = { _ in .none }
    private(set) var output: @Sendable (EncodingStrategies) -> OutputDescription = { _ in .none }

    /// Decodes an input and discards it.
    private(set) var check: @Sendable (QueryParameters, QueryDecoder) throws -> Void = { _, _ in }

    init() {}

    init<Input: Decodable & SendableMetatype>(input type: Input.Type) {
        input = { InputDescription(of: type, read: $0) }
        check = { _ = try $1.decode(type, from: $0) }
    }

    /// Describes an input whose conformance is isolated to an actor, on which this is called. A description runs code of
    /// the type, so it is made now, for each way to name the fields. An input is checked on the main thread only.
    init<Input: Decodable>(input type: Input.Type, on actor: (any Actor)?) {
        var snakeCase = DecodingStrategies.default
        snakeCase.keyDecodingStrategy = .convertFromSnakeCase
        let plain = InputDescription(of: type)
        let converted = InputDescription(of: type, read: snakeCase)
        input = { if case .convertFromSnakeCase = $0.keyDecodingStrategy { converted } else { plain } }
        let decode = Vouched { (parameters: QueryParameters, decoder: QueryDecoder) in
            _ = try decoder.decode(type, from: parameters)
        }
        check = { if Isolation.admits(actor, from: nil) { try decode.value($0, $1) } }
    }

    func answering<Output: Encodable & SendableMetatype>(_ type: Output.Type) -> RouteSignature {
        var signature = self
        signature.output = { OutputDescription(of: type, written: $0) }
        return signature
    }

    /// Describes an output whose conformance is isolated to the actor on which this is called.
    func answering<Output: Encodable>(isolated type: Output.Type) -> RouteSignature {
        var snakeCase = EncodingStrategies.default
        snakeCase.keyEncodingStrategy = .convertToSnakeCase
        let plain = OutputDescription(of: type, written: .default)
        let converted = OutputDescription(of: type, written: snakeCase)
        var signature = self
        signature.output = { if case .convertToSnakeCase = $0.keyEncodingStrategy { converted } else { plain } }
        return signature
    }
}
