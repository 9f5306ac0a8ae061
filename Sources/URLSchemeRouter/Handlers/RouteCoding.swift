import QueryCoding

/// The decoder for inputs and the encoder for outputs of a router's routes.
struct RouteCoding: Sendable {
    let decoder: QueryDecoder
    let encoder: QueryEncoder

    static let `default` = RouteCoding(decoding: .default, encoding: .default)

    init(decoding: DecodingStrategies, encoding: EncodingStrategies) {
        decoder = QueryDecoder(strategies: decoding)
        encoder = QueryEncoder(strategies: encoding)
    }

    /// Decodes an input.
    func input<Input: Decodable>(from parameters: QueryParameters) throws -> Input {
        do {
            return try decoder.decode(Input.self, from: parameters)
        } catch let error as QueryCodingError {
            throw URLSchemeRouter.DecodingError(cause: error)
        }
    }
}
