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
    func parameters(around name: String) -> QueryParameters { index?.bucket(of: name) ?? parameters }

    /// Returns the state of the parameters with this name.
    func state(_ name: String) -> QueryParameters.State {
        if let bucket = index?.bucket(of: name) { bucket[name] } else { parameters[name] }
    }

    /// The parameters by their names, which all levels of a decoder share.
    private final class Index {
        private let parameters: QueryParameters
        private var searches = 0
        /// The parameters by the hashes of all names that they belong to, in order; nil until the index pays off.
        private var buckets: [[QueryParameter]]?

        /// The maximum number of components in an indexed name. A longer name is found only by searching all
        /// parameters.
        private static let maximumComponents = 64

        init(_ parameters: QueryParameters) { self.parameters = parameters }

        /// Returns the parameters of all names with the hash of this name; nil until the index pays off.
        func bucket(of name: String) -> QueryParameters? {
            if let buckets { return QueryParameters(buckets[name.utf8[...].bucket(of: buckets.count)]) }
            searches += 1
            if searches > few {
                searches = .min
                buckets = makeBuckets()
            }
            return nil
        }

        private func makeBuckets() -> [[QueryParameter]]? {
            let count = 2 * parameters.elements.count
            var buckets: [[QueryParameter]] = Array(repeating: [], count: count)
            for parameter in parameters.elements {
                let name = parameter.name.utf8[...]
                var found = [name.bucket(of: count)]
                for end in name.indices where name[end] == UInt8(ascii: ".") {
                    found.append(name[..<end].bucket(of: count))
                }
                guard found.count <= Self.maximumComponents else { return nil }
                if name.last == UInt8(ascii: "]") { found.append(name.dropLast(2).bucket(of: count)) }
                if found.count > 1 { found = Array(Set(found)) }
                for bucket in found { buckets[bucket].append(parameter) }
            }
            return buckets
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
