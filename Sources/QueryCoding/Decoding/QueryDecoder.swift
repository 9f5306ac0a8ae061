#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decodes a `Decodable` value from parameters.
///
/// Each field of a structure is a parameter; the fields of a nested structure have dotted names (`inner.a=1`). Arrays
/// accept `tags=a&tags=b`, `tags[]=a` and `tags.0=a`; dictionaries `m.key=1`. A scalar or an array at the top level has
/// the name `result`, as ``QueryEncoder`` writes it. Parameters without a matching field are ignored.
public struct QueryDecoder: Sendable {
    /// The values that the decoded types find in `Decoder.userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { options.userInfo }
        set { options = DecodingOptions(strategies: strategies, userInfo: newValue) }
    }

    /// How dates, data, names, numbers and arrays are read.
    public var strategies: DecodingStrategies {
        get { options.strategies }
        set { options = DecodingOptions(strategies: newValue, userInfo: userInfo) }
    }

    private var options: DecodingOptions

    /// Makes a decoder.
    public init(strategies: DecodingStrategies = .default) {
        options = DecodingOptions(strategies: strategies, userInfo: [:])
    }

    /// Decodes a value.
    /// - Throws: A ``QueryCodingError``, or an error of the type's own `init(from:)`. A `DecodingError` is converted to
    ///   a ``QueryCodingError``.
    public func decode<T: Decodable>(_ type: T.Type, from parameters: QueryParameters) throws -> T {
        let root = ParameterDecoder(source: ParameterSource(parameters), path: "", place: nil, options: options)
        return try root.value(type, at: "", key: nil)
    }
}

/// The parameter name of a scalar or an array at the top level.
package let rootName = "result"

/// A decoder for the parameters at and below a dotted path. The decoder is a class because every container holds it.
final class ParameterDecoder: Decoder {
    let source: ParameterSource
    /// The dotted path of this level; empty at the top.
    let path: String
    /// The place of this level in the coding path; nil at the top.
    let place: CodingPlace?
    let options: DecodingOptions
    /// Whether this level is a dictionary, whose names are never converted.
    private let isDictionary: Bool
    var codingPath: [any CodingKey] { place?.codingPath ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    init(
        source: ParameterSource, path: String, place: CodingPlace?, options: DecodingOptions, isDictionary: Bool = false
    ) {
        self.source = source
        self.path = path
        self.place = place
        self.options = options
        self.isDictionary = isDictionary
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedParameters<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let name = path.isEmpty ? rootName : path
        let read = try arrayParameters(named: name)
        guard let items = read.items(of: name) else { throw QueryCodingError.notFound(name) }
        return UnkeyedParameters(decoder: self, source: ParameterSource(read), name: name, items: items)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleParameter(decoder: self) }

    /// The dotted path of a member of this level.
    func name(of key: some CodingKey) -> String {
        let name = options.convertsKeys ? name(convertedTo: key.stringValue) : key.stringValue
        return path.isEmpty ? name : path + "." + name
    }

    /// Returns the state of the parameters with this name.
    func state(_ name: String) -> QueryParameters.State { source.state(name) }

    /// Returns whether this name occurs, as a scalar, an array or a structure.
    func contains(_ name: String) -> Bool { source.parameters(around: name).contains(name) }

    /// Returns whether this name is bare and has no parameter below it.
    func isBare(_ name: String) -> Bool {
        guard case .bare = state(name) else { return false }
        return !source.parameters(around: name).elements.contains { $0.name.isBelow(name) }
    }

    /// Returns the decoder of a member or an element.
    func level(_ key: some CodingKey, at path: String, of source: ParameterSource) -> ParameterDecoder {
        ParameterDecoder(source: source, path: path, place: CodingPlace(key, below: place), options: options)
    }

    /// Returns the names of a level, without repeats, in order.
    func names(below path: String) -> [String] {
        (path.isEmpty ? source.parameters : source.parameters(around: path)).names(below: path)
    }

    /// The function that converts the names of this level to keys; nil if the names are the keys.
    var conversion: ((String) -> String)? {
        guard options.convertsKeys, !isDictionary else { return nil }
        return options.strategies.keyDecodingStrategy.conversion(below: codingPath)
    }

    /// Returns the name that converts to a key. In a dictionary, a key of this level is a name itself.
    private func name(convertedTo key: String) -> String {
        guard let conversion else { return key }
        let name = names(below: path).first { conversion($0).hasSameBytes(as: key) }
        return name ?? options.strategies.keyDecodingStrategy.name(of: key)
    }

    /// Returns the parameters of an array, with a value that the strategies split replaced by its parts.
    func arrayParameters(named name: String) throws(QueryCodingError) -> QueryParameters {
        try options.strategies.arrayDecodingStrategy.parameters(source.parameters(around: name), ofArray: name)
    }

    /// Decodes the scalar with this name.
    @inline(__always)
    func scalar<T: QueryScalar>(_ type: T.Type, named name: String) throws -> T {
        try scalar(type, state(name), named: name)
    }

    @inline(__always)
    func scalar<T: QueryScalar>(
        _ type: T.Type, _ state: QueryParameters.State, named name: @autoclosure () -> String
    ) throws -> T {
        switch state {
        case .absent: throw QueryCodingError.notFound(name())
        case .bare:
            guard let value = T.bare else { throw QueryCodingError(.valueNotFound, path: name()) }
            return value
        case .value(let text):
            if T.self != Date.self, let value = T.read(text) { return value }
            guard let value = options.strategies.read(type, text) else {
                let expectation = options.strategies.expectation(type)
                throw QueryCodingError(.incorrectType, path: name(), detail: "expected \(expectation)")
            }
            return value
        }
    }

    /// The maximum nesting of structures and arrays. Without this limit, `a.a.a.a…` would overflow the stack for a type
    /// that contains itself.
    static let maximumDepth = 32

    /// Decodes any type at a dotted path: a scalar and texts directly, everything else through its `init(from:)`.
    /// Converts a `DecodingError`.
    /// - Parameter key: The last element of the value's coding path, if that is not the path of this level.
    func value<T: Decodable>(_ type: T.Type, at name: String, key: (any CodingKey)?) throws -> T {
        if let scalarType = options.scalar(type) {
            return try value(type, of: scalar(scalarType, named: name.isEmpty ? rootName : name), at: name)
        }
        let depth = (place?.depth ?? 0) + (key == nil ? 0 : 1)
        guard depth <= Self.maximumDepth else {
            let detail = "expected at most \(Self.maximumDepth) levels"
            throw QueryCodingError(.incorrectType, path: name, detail: detail)
        }
        if type == [String: String].self, depth < Self.maximumDepth {
            return try value(type, of: textMembers(at: name), at: name)
        }
        let isDictionary = options.convertsKeys && type is any TextKeyed.Type
        // Without a key the value is at this level itself.
        let level =
            key == nil && isDictionary == self.isDictionary
            ? self
            : ParameterDecoder(
                source: source, path: name, place: key.map { CodingPlace($0, below: place) } ?? place, options: options,
                isDictionary: isDictionary)
        do {
            if options.hasClosures, let custom = options.strategies.custom(type) {
                return try value(type, of: custom(level), at: name)
            }
            return try T(from: level)
        } catch let error as DecodingError {
            // Types that decode a scalar and then reject it (enums, failable wrappers) throw `dataCorrupted` without a
            // name.
            throw QueryCodingError(error, decoding: type, at: name.isEmpty ? rootName : name)
        } catch let error as QueryCodingError where name.isEmpty && error == .notFound(rootName) {
            // The parameters have other names, so the optional scalar is nil.
            guard let optional = type as? any Nillable.Type else { throw error }
            return try value(type, of: optional.none, at: name)
        }
    }

    private func value<T>(_ type: T.Type, of any: Any, at name: String) throws -> T {
        guard let value = any as? T else { throw QueryCodingError(.incorrectType, path: name) }
        return value
    }

    /// Returns the members of a dictionary of texts, decoded without a container. Every name below the path is an
    /// unchanged key, dots included, and a bare name has an empty text.
    func textMembers(at path: String) -> [String: String] {
        var members: [String: String] = [:]
        let isTop = path.isEmpty
        for element in (isTop ? source.parameters : source.parameters(around: path)).elements {
            guard isTop || element.name.isBelow(path) else { continue }
            let key = isTop ? element.name : String(Substring(element.name.utf8.dropFirst(path.utf8.count + 1)))
            if let value = element.value {
                members[key] = value
            } else if members[key] == nil {
                members[key] = ""
            }
        }
        return members
    }
}

/// An optional.
private protocol Nillable {
    static var none: Self { get }
}

extension Optional: Nillable {}

/// A dictionary with `String` keys.
private protocol TextKeyed {}

extension Dictionary: TextKeyed where Key == String {}

extension CaseIterable {
    /// The raw values of the cases as texts; empty for a type without raw values.
    static var rawTexts: [String] {
        allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }
}
