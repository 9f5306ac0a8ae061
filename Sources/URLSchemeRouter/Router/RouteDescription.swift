public import QueryCoding

/// A description of a route, for lists and documentation.
public struct RouteDescription: Sendable, Hashable, CustomStringConvertible {
    /// The name of the route.
    public let name: String
    /// The pattern of the route; `/**` for a default route.
    public let pattern: RoutePattern
    /// The schemes and domains that the route answers.
    public let scopes: [Scope]
    /// The file and line that declared the route.
    public let declaration: String
    /// The fields of the route's input that the input type reveals.
    public let input: InputDescription
    /// The fields of the route's output that the output type reveals.
    public let output: OutputDescription

    /// The route in one line: `note: /notes/{id:int} (id: int, title: text?) -> (count: int) in notes:`.
    public var description: String {
        let scopes = scopes.map(\.description).joined(separator: ", ")
        return "\(name): \(pattern) (\(input.text))\(output.text.map { " -> (\($0))" } ?? "") in \(scopes)"
    }
}

extension InputDescription {
    fileprivate var text: String {
        (fields.map(\.text) + (incompleteAfter == nil ? [] : ["…"])).joined(separator: ", ")
    }
}

extension OutputDescription {
    /// The output as text; nil without an output.
    fileprivate var text: String? {
        switch self {
        case .fields(.none): nil
        case .fields(let fields): fields.text
        case .unknown(let type): type
        }
    }
}
