/// Decodes a `Decodable` value from parameters.
///
/// Each field of a structure is a parameter; the fields of a nested structure have dotted names (`inner.a=1`). Arrays
/// accept `tags=a&tags=b`, `tags[]=a` and `tags.0=a`; dictionaries `m.key=1`. A scalar or an array at the top level has
/// the name `result`, as ``QueryEncoder`` writes it. Parameters without a matching field are ignored.
public struct QueryDecoder: Sendable {
    /// The values that the decoded types find in `Decoder.userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// How dates, data, names, numbers and arrays are read.
    public var strategies: DecodingStrategies

    /// Makes a decoder.
    public init(strategies: DecodingStrategies = .default) { self.strategies = strategies }

    /// Decodes a value.
    /// - Throws: A ``QueryCodingError``, or an error of the type's own `init(from:)`. A `DecodingError` is converted to
    ///   a ``QueryCodingError``.
    public func decode<T: Decodable>(_ type: T.Type, from parameters: QueryParameters) throws -> T {
        let options = ParameterDecoder.Options(strategies: strategies, userInfo: userInfo)
        let root = ParameterDecoder(parameters: parameters, path: "", codingPath: [], options: options)
        return try root.value(type, at: "", codingPath: [])
    }
}

/// The parameter name of a scalar or an array at the top level.
let rootName = "result"

/// A decoder for the parameters at and below a dotted path.
struct ParameterDecoder: Decoder {
    let parameters: QueryParameters
    /// The dotted path of this level; empty at the top.
    let path: String
    let codingPath: [any CodingKey]
    let options: Options
    /// Whether this level is a dictionary, whose names are never converted.
    var isDictionary = false
    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    /// The settings that all levels share.
    struct Options {
        let strategies: DecodingStrategies
        let userInfo: [CodingUserInfoKey: any Sendable]
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedParameters<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let name = path.isEmpty ? rootName : path
        let read = try options.strategies.arrayDecodingStrategy.parameters(parameters, ofArray: name)
        guard let items = try read.items(of: name) else { throw QueryCodingError.notFound(name) }
        let level = Self(parameters: read, path: path, codingPath: codingPath, options: options)
        return UnkeyedParameters(decoder: level, name: name, items: items)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleParameter(decoder: self) }

    /// The dotted path of a member of this level.
    func name(of key: some CodingKey) -> String {
        let name = conversion.map { converted(to: key.stringValue, by: $0) } ?? key.stringValue
        return path.isEmpty ? name : "\(path).\(name)"
    }

    /// Converts the names of this level to keys; nil if the names are the keys.
    var conversion: ((String) -> String)? {
        isDictionary ? nil : options.strategies.keyDecodingStrategy.conversion(below: codingPath)
    }

    private func converted(to key: String, by conversion: (String) -> String) -> String {
        let name = parameters.names(below: path).first { conversion($0).hasSameBytes(as: key) }
        return name ?? options.strategies.keyDecodingStrategy.name(of: key)
    }

    /// Decodes the scalar with this name.
    func scalar<T: QueryScalar>(_ type: T.Type, named name: String) throws -> T {
        try scalar(type, parameters[name], named: name)
    }

    func scalar<T: QueryScalar>(
        _ type: T.Type, _ state: QueryParameters.State, named name: @autoclosure () -> String
    ) throws -> T {
        switch state {
        case .absent: throw QueryCodingError.notFound(name())
        case .bare:
            guard let value = T.bare else { throw QueryCodingError(.valueNotFound, path: name()) }
            return value
        case .value(let text):
            guard let value = options.strategies.read(type, text) else {
                let expectation = options.strategies.expectation(type)
                throw QueryCodingError(.incorrectType, path: name(), detail: "expected \(expectation)")
            }
            return value
        }
    }

    /// The maximum nesting of structures and arrays. Without it, `a.a.a.a…` would overflow the stack for a type that
    /// contains itself.
    private static let maximumDepth = 32

    /// Decodes any type at a dotted path: a scalar directly, everything else through its `init(from:)`.
    func value<T: Decodable>(_ type: T.Type, at name: String, codingPath: [any CodingKey]) throws -> T {
        guard codingPath.count <= Self.maximumDepth else {
            let detail = "expected at most \(Self.maximumDepth) levels"
            throw QueryCodingError(.incorrectType, path: name, detail: detail)
        }
        if let scalarType = options.strategies.scalar(type) {
            let value = try scalar(scalarType, named: name.isEmpty ? rootName : name)
            if let value = value as? T { return value }
        }
        let level = Self(
            parameters: parameters, path: name, codingPath: codingPath, options: options,
            isDictionary: options.strategies.convertsKeys && type is any TextKeyed.Type)
        return try Self.translating(type, name: name) {
            if let custom = options.strategies.custom(type), let value = try custom(level) as? T { return value }
            return try T(from: level)
        }
    }

    /// Adds the name to a `DecodingError`. Types that decode a scalar and then reject it (enums, failable wrappers)
    /// throw `dataCorrupted` without one.
    static func translating<T>(_ type: T.Type, name: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DecodingError {
            throw QueryCodingError(error, decoding: type, at: name.isEmpty ? rootName : name)
        }
    }
}

/// A dictionary with `String` keys.
private protocol TextKeyed {}

extension Dictionary: TextKeyed where Key == String {}

extension QueryCodingError {
    /// Converts an error of a type's own `init(from:)`.
    fileprivate init(_ error: DecodingError, decoding type: Any.Type, at name: String) {
        switch error {
        case .keyNotFound(let key, let context):
            let path = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            self.init(.parameterNotFound, path: path, detail: context.debugDescription)
        case .valueNotFound(_, let context):
            self.init(.valueNotFound, path: name, detail: context.debugDescription)
        case .dataCorrupted(let context), .typeMismatch(_, let context):
            let cases = (type as? any CaseIterable.Type).flatMap { Self.rawValues($0) }
            self.init(
                .incorrectType, path: name, detail: cases.map { "expected one of \($0)" } ?? context.debugDescription)
        @unknown default:
            self.init(.incorrectType, path: name)
        }
    }

    private static func rawValues<T: CaseIterable>(_ type: T.Type) -> String? {
        let values = type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
