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

    func answering<Output: Encodable & SendableMetatype>(_ type: Output.Type) -> RouteSignature {
        var signature = self
        signature.output = { OutputDescription(of: type, written: $0) }
        return signature
    }
}
