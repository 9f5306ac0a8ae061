/// How an array of scalars is written as parameters. One that holds anything else, or nothing, is dotted in any style.
public enum ArrayStyle: Sendable, Hashable, CaseIterable {
    /// `tags.0=a&tags.1=b`
    case dotted
    /// `tags=a&tags=b`
    case repeated
    /// `tags[]=a&tags[]=b`
    case brackets
    /// `tags=a,b`: for those who read it so. ``QueryDecoder`` reads one text, and a comma in an element is lost among the
    /// others.
    case comma

    /// Nil if the array is written dotted.
    func parameters(_ values: [QueryValue], named name: String) -> [QueryParameter]? {
        let texts = values.compactMap(\.text)
        guard !values.isEmpty, texts.count == values.count else { return nil }
        switch self {
        case .dotted: return nil
        case .repeated: return texts.map { QueryParameter(name, $0) }
        case .brackets: return texts.map { QueryParameter("\(name)[]", $0) }
        case .comma: return [QueryParameter(name, texts.joined(separator: ","))]
        }
    }
}
