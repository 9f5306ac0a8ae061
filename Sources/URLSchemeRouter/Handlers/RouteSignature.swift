import QueryCoding

/// The input and output types of a handler, described on demand.
struct RouteSignature: Sendable {
    private(set) var input: @Sendable (DecodingStrategies) -> InputDescription = { _ in .none }
    private(set) var output: @Sendable (EncodingStrategies) -> OutputDescription = { _ in .none }

    /// The input type; nil without an input.
    private(set) var inputType: ObjectIdentifier?
    /// Whether the input is a scalar or an array, which has the name `result`.
    private(set) var isInputValue: @Sendable () -> Bool = { false }

    /// Decodes an input and discards it.
    private(set) var check: @Sendable (QueryParameters, QueryDecoder) throws -> Void = { _, _ in }

    init() {}

    init<Input: Decodable & SendableMetatype>(input type: Input.Type) {
        inputType = ObjectIdentifier(type)
        isInputValue = { InputDescription(of: type).isValue }
        input = { InputDescription(of: type, read: $0) }
        check = { _ = try $1.decode(type, from: $0) }
    }

    /// Describes an input whose conformance is isolated to the actor on which this is called. A description runs code
    /// of the type, so the descriptions are made now, for each way to name the fields. The input of a link is checked
    /// only on the main thread.
    init<Input: Decodable>(input type: Input.Type, on actor: (any Actor)?) {
        var snakeCase = DecodingStrategies.default
        snakeCase.keyDecodingStrategy = .convertFromSnakeCase
        let plain = InputDescription(of: type)
        inputType = ObjectIdentifier(type)
        isInputValue = { plain.isValue }
        let converted = InputDescription(of: type, read: snakeCase)
        input = { if case .convertFromSnakeCase = $0.keyDecodingStrategy { converted } else { plain } }
        let decode = AssumedSendable { (parameters: QueryParameters, decoder: QueryDecoder) in
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

    /// Returns the signature for an input that the parameter with this name fills. The closure changes the parameters
    /// first.
    func filled(
        by name: String, _ change: @escaping @Sendable (QueryParameters) -> QueryParameters
    ) -> RouteSignature {
        var signature = self
        signature.input = { [input] in input($0).named(name) }
        signature.check = { [check] in try check(change($0), $1) }
        return signature
    }
}
