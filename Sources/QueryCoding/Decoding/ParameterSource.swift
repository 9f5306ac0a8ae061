/// The parameters that are being decoded. If they are many and have been searched often, an index finds the parameters
/// of a name without a search of all parameters.
struct ParameterSource {
    let parameters: QueryParameters
    /// The index of the parameters; nil for few parameters.
    private let index: Index?

    /// Up to this number of parameters, and of searches, a search of all parameters is faster.
    private static let few = 16

    init(_ parameters: QueryParameters) {
        self.parameters = parameters
        index = parameters.elements.count > Self.few ? Index(parameters) : nil
    }

    /// Returns at least the parameters with this name, with this name and `[]`, and below this name, in order.
    func parameters(around name: String) -> QueryParameters { index?.parameters(around: name) ?? parameters }

    /// Returns the state of the parameters with this name.
    func state(_ name: String) -> QueryParameters.State { parameters(around: name)[name] }

    /// The parameters by their names, which all levels of a decoder share.
    private final class Index {
        private let parameters: QueryParameters
        private var searches = 0
        /// The parameters by all names that they belong to, in order; nil until the index pays off.
        private var byName: [ByteText: [QueryParameter]]?

        /// The maximum number of components in an indexed name. A longer name is found only by searching all
        /// parameters.
        private static let maximumComponents = 64

        init(_ parameters: QueryParameters) { self.parameters = parameters }

        /// Returns the parameters around a name; nil until the index pays off.
        func parameters(around name: String) -> QueryParameters? {
            if let byName { return QueryParameters(byName[ByteText(name)] ?? []) }
            searches += 1
            if searches > few {
                searches = .min
                byName = makeIndex()
            }
            return nil
        }

        private func makeIndex() -> [ByteText: [QueryParameter]]? {
            var byName: [ByteText: [QueryParameter]] = [:]
            for parameter in parameters.elements {
                let name = parameter.name
                var found: Set = [ByteText(name)]
                for end in name.utf8.indices where name.utf8[end] == UInt8(ascii: ".") {
                    found.insert(ByteText(String(name[..<end])))
                    guard found.count <= Self.maximumComponents else { return nil }
                }
                if name.utf8.last == UInt8(ascii: "]") {
                    found.insert(ByteText(String(Substring(name.utf8.dropLast(2)))))
                }
                for name in found { byName[name, default: []].append(parameter) }
            }
            return byName
        }
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
