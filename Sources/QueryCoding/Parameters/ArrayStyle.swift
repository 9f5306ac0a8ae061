/// The way in which an array is written as parameters. In every style except JSON, an array is dotted if it is empty or
/// has an element that is not a scalar.
public enum ArrayStyle: Sendable, Hashable, CaseIterable {
    /// `tags.0=a&tags.1=b`
    case dotted
    /// `tags=a&tags=b`
    case repeated
    /// `tags[]=a&tags[]=b`
    case brackets
    /// `tags=a,b`, which ``QueryDecoder`` reads with the strategy of that name. An array with a comma in an element is
    /// dotted, because the decoder would split that element.
    case comma
    /// `tags=["a","b"]`, which ``QueryDecoder`` reads with the strategy of that name.
    case json

    /// Returns the parameters of an array, or nil for an array to write as dotted parameters.
    func parameters(_ values: [QueryValue], named name: String) -> [QueryParameter]? {
        if self == .json { return [QueryParameter(name, QueryValue.array(values).json)] }
        let texts = values.compactMap(\.text)
        guard !values.isEmpty, texts.count == values.count else { return nil }
        switch self {
        case .dotted, .json: return nil
        case .repeated: return texts.map { QueryParameter(name, $0) }
        case .brackets: return texts.map { QueryParameter("\(name)[]", $0) }
        case .comma:
            guard !texts.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) else { return nil }
            return [QueryParameter(name, texts.joined(separator: ","))]
        }
    }
}
