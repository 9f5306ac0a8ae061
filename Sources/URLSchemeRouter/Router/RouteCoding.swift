import QueryCoding

/// How the routes of a router read their inputs and write their outputs.
struct RouteCoding: Sendable {
    let decoder: QueryDecoder
    let encoder: QueryEncoder

    static let `default` = RouteCoding(decoding: .default, encoding: .default)

    init(decoding: DecodingStrategies, encoding: EncodingStrategies) {
        decoder = QueryDecoder(strategies: decoding)
        encoder = QueryEncoder(strategies: encoding)
    }
}
