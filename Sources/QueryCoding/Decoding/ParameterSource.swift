/// The parameters that are being decoded. If they are many, an index finds the parameters of a name.
struct ParameterSource {
    let parameters: QueryParameters
    /// The parameters by all names that they belong to, in order; nil for few parameters, and if a name has too many
    /// components.
    private let byName: [ByteText: [QueryParameter]]?

    /// Up to this number of parameters, a search of all parameters is faster.
    private static let few = 16
    /// The maximum number of components in an indexed name. A longer name is found only by searching all parameters.
    private static let maximumComponents = 64

    init(_ parameters: QueryParameters) {
        self.parameters = parameters
        byName = parameters.elements.count > Self.few ? Self.index(of: parameters) : nil
    }

    /// Returns at least the parameters with this name, with this name and `[]`, and below this name, in order.
    func parameters(around name: String) -> QueryParameters {
        byName.map { QueryParameters($0[ByteText(name)] ?? []) } ?? parameters
    }

    /// Returns the state of the parameters with this name.
    func state(_ name: String) -> QueryParameters.State { parameters(around: name)[name] }

    private static func index(of parameters: QueryParameters) -> [ByteText: [QueryParameter]]? {
        var byName: [ByteText: [QueryParameter]] = [:]
        for parameter in parameters.elements {
            let name = parameter.name
            var found: Set = [ByteText(name)]
            for end in name.utf8.indices where name.utf8[end] == UInt8(ascii: ".") {
                found.insert(ByteText(String(name[..<end])))
                guard found.count <= maximumComponents else { return nil }
            }
            if name.utf8.last == UInt8(ascii: "]") {
                found.insert(ByteText(String(Substring(name.utf8.dropLast(2)))))
            }
            for name in found { byName[name, default: []].append(parameter) }
        }
        return byName
    }
}

/// A place in the coding path. The path itself is made only when something reads it, such as an error.
final class CodingPlace {
    private let key: any CodingKey
    private let parent: CodingPlace?
    /// The length of the path.
    let depth: Int

    init(_ key: any CodingKey, below parent: CodingPlace?) {
        self.key = key
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
    }

    var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + [key] }
}
