/// The fields that one type requested from the recording decoder.
final class FieldLog {
    /// The type name of a structure without members.
    static let emptyStructure = "{}"

    /// The types being examined, outermost first; a type that contains itself is not examined again.
    private let visiting: [ObjectIdentifier]
    private var members: [InputDescription.Field] = []
    /// The type name of the value, for a type that decodes a single value.
    var single: String?
    /// The members of the most recently examined type.
    private(set) var inner: [InputDescription.Field] = []

    /// Converts a key to its parameter name.
    private let naming: (String) -> String

    init(visiting: [ObjectIdentifier] = [], naming: @escaping (String) -> String) {
        self.visiting = visiting
        self.naming = naming
    }

    /// The last field of the most recently examined type.
    var last: String? { inner.last?.name }

    func add(_ key: String, _ type: String, isOptional: Bool) {
        let name = naming(key)
        guard !members.contains(where: { $0.name.hasSameBytes(as: name) }) else { return }
        members.append(InputDescription.Field(name: name, type: type, isOptional: isOptional))
    }

    /// Returns the name of a type, and an empty value of the type if the log can make an empty value.
    func examine<T: Decodable>(_ type: T.Type) -> (name: String, value: T?) {
        if let scalar = type as? any QueryScalar.Type {
            let sample = Self.sample(of: scalar)
            return (sample.name, scalar.read(sample.text) as? T)
        }
        if let composed = type as? any ComposedInput.Type { return (composed.name(self), composed.empty as? T) }
        if let cases = (type as? any CaseIterable.Type).flatMap({ Self.cases($0) }) {
            return (cases.name, cases.first as? T)
        }
        let identifier = ObjectIdentifier(type)
        if visiting.contains(identifier) { return ("\(type)", nil) }
        let log = FieldLog(visiting: visiting + [identifier], naming: naming)
        let value = try? T(from: RecordingDecoder(log: log))
        inner = log.members
        return (log.single ?? "{\(log.members.map(\.text).joined(separator: ", "))}", value)
    }

    /// Returns the name of a scalar type and a text that the type accepts, found by trying texts.
    private static func sample(of type: any QueryScalar.Type) -> (name: String, text: String) {
        for (name, text) in [
            ("bool", "false"), ("int", "0"), ("number", "0.5"), ("date", "1970-01-01"), ("url", "x:y"),
            ("uuid", "00000000-0000-0000-0000-000000000000"),
        ] where type.read(text) != nil && type.read("AAAA") == nil && (name != "int" || type.read("0.5") == nil) {
            return (name, text)
        }
        // Base64 and text both accept `AAAA`; only text accepts `?`.
        return type.read("?") == nil ? ("base64", "") : ("text", "")
    }

    private static func cases<T: CaseIterable>(_ type: T.Type) -> (name: String, first: Any)? {
        let names = type.rawTexts
        guard let first = type.allCases.first, !names.isEmpty else { return nil }
        return (names.joined(separator: "|"), first)
    }
}

extension InputDescription.Field {
    /// The field in a list: `title: text?`.
    package var text: String { "\(name): \(type)\(isOptional ? "?" : "")" }
}

/// A container of other types that can be empty.
private protocol ComposedInput {
    static func name(_ log: FieldLog) -> String
    static var empty: Self { get }
}

extension Array: ComposedInput where Element: Decodable {
    static func name(_ log: FieldLog) -> String { "[\(log.examine(Element.self).name)]" }
    static var empty: Self { [] }
}

extension Set: ComposedInput where Element: Decodable {
    static func name(_ log: FieldLog) -> String { "[\(log.examine(Element.self).name)]" }
    static var empty: Self { [] }
}

extension Dictionary: ComposedInput where Key == String, Value: Decodable {
    static func name(_ log: FieldLog) -> String { "{*: \(log.examine(Value.self).name)}" }
    static var empty: Self { [:] }
}

extension Optional: ComposedInput where Wrapped: Decodable {
    static func name(_ log: FieldLog) -> String { "\(log.examine(Wrapped.self).name)?" }
    static var empty: Self { .none }
}
