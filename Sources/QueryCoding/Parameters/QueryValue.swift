/// An encoded value as a tree, the form that JSON and dotted parameters share. Members keep their order.
public enum QueryValue: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, CustomStringConvertible,
    Encodable
{
    /// No value; parameters omit the name.
    case null
    /// True or false.
    case bool(Bool)
    /// A number, as the text of a JSON number (RFC 8259 §6), so that it keeps every digit.
    case number(String)
    /// A text.
    case string(String)
    /// Values in order.
    case array([QueryValue])
    /// Named values in order.
    case object([Member])

    /// A named value.
    public struct Member: Sendable, Hashable {
        /// The name of the member.
        public var name: String
        /// The value of the member.
        public var value: QueryValue
        /// Whether the value is the payload of an enum's case. A case without a payload is written as a bare name.
        let isCase: Bool

        /// Makes a member.
        public init(_ name: String, _ value: QueryValue) { self.init(name, value, isCase: false) }

        init(_ name: String, _ value: QueryValue, isCase: Bool) {
            self.name = name
            self.value = value
            self.isCase = isCase
        }
    }

    /// A whole number.
    public static func integer(_ value: some BinaryInteger) -> QueryValue { .number("\(value)") }

    /// The value of an object's member; nil if the object has no such member or the value is not an object.
    public subscript(name: String) -> QueryValue? {
        members?.last { $0.name.hasSameBytes(as: name) }?.value
    }

    /// The text of a string; nil for any other case.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The text of a scalar in a URL; nil for arrays, objects and null.
    public var text: String? {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .null, .array, .object: nil
        }
    }

    /// The value as an object. Any other value becomes the member `result` of an object.
    package var object: QueryValue {
        if case .object = self { self } else { .object([Member(rootName, self)]) }
    }

    /// The tree as parameters: members are dotted (`inner.a`), array elements numbered (`tags.0`), nulls omitted. A
    /// value that is not an object has the name `result`.
    ///
    /// An empty array or object becomes a bare `tags[]`, which also decodes as an optional. A null element becomes a
    /// bare name (`tags.1`), so that the numbering has no gap. An enum's case without a payload is a bare name
    /// (`size.small`).
    public var parameters: QueryParameters { parameters(arrays: .dotted) }

    /// Returns the tree as ``parameters``, with its arrays in another style.
    public func parameters(arrays style: ArrayStyle) -> QueryParameters {
        var output: [QueryParameter] = []
        if case .object(let members) = self {
            output.reserveCapacity(members.count)
            append(to: &output, below: "", style)
        } else {
            append(to: &output, below: rootName, style)
        }
        return QueryParameters(output)
    }

    /// Returns the tree as dotted parameters below a name.
    func parameters(below name: String) -> QueryParameters {
        var output: [QueryParameter] = []
        append(to: &output, below: name, .dotted)
        return QueryParameters(output)
    }

    private func append(to output: inout [QueryParameter], below path: String, _ style: ArrayStyle) {
        switch self {
        case .null: break
        case .bool, .number, .string: output.append(QueryParameter(path, text))
        case .array(let values):
            if let flat = style.parameters(values, named: path) {
                output += flat
                return
            }
            if values.isEmpty { output.append(QueryParameter("\(path)[]", nil)) }
            for (index, value) in values.enumerated() {
                let count = output.count
                let name = "\(path).\(index)"
                // An element of a dotted array has no name that could repeat, so a nested array is always dotted.
                let isArray = if case .array = value { true } else { false }
                value.append(to: &output, below: name, isArray ? .dotted : style)
                guard output.count == count else { continue }
                output.append(QueryParameter(value == .null ? name : "\(name)[]", nil))
            }
        case .object(let members):
            for member in members {
                let name = path.isEmpty ? member.name : "\(path).\(member.name)"
                if let text = member.value.text {
                    output.append(QueryParameter(name, text))
                    continue
                }
                let count = output.count
                member.value.append(to: &output, below: name, style)
                guard output.count == count, case .object = member.value else { continue }
                output.append(QueryParameter(member.isCase ? name : "\(name)[]", nil))
            }
        }
    }

    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Values in order.
    public init(arrayLiteral elements: QueryValue...) { self = .array(elements) }
    /// Named values in order.
    public init(dictionaryLiteral elements: (String, QueryValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }

    /// The value as JSON on one line.
    public var description: String { json }

    /// Encodes the tree; a number that is not a 64-bit integer becomes a `Double`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .number(let text):
            if let whole = Int64(text) {
                try whole.encode(to: encoder)
            } else {
                try (Double(text) ?? 0).encode(to: encoder)
            }
        case .string(let text): try text.encode(to: encoder)
        case .array(let values): try values.encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: MemberKey.self)
            for member in members { try container.encode(member.value, forKey: MemberKey(stringValue: member.name)) }
        }
    }

    /// Makes an object of the members whose values are not nil.
    package static func record(_ members: [(String, QueryValue?)]) -> QueryValue {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// Makes an object of the members whose values are not nil.
    @inlinable package static func record<Name: RawRepresentable<String>>(_ members: [(Name, QueryValue?)])
        -> QueryValue
    {
        var record: [Member] = []
        // By index: the methods of sequences look up the conformances of a generic element at run time, which would
        // take longer than all other work of the client before it sends.
        for index in members.indices {
            if let value = members[index].1 { record.append(Member(members[index].0.rawValue, value)) }
        }
        return .object(record)
    }

    /// The elements of an array; nil for any other value.
    package var elements: [QueryValue]? { if case .array(let values) = self { values } else { nil } }

    /// The members of an object; nil for any other value.
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The elements of an array of texts; nil for any other value.
    package var texts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }

    /// The value of a true or a false; nil for any other value.
    package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The number, if it is whole; nil for any other value.
    package func whole<Number: FixedWidthInteger>(_ type: Number.Type = Int.self) -> Number? {
        wholeText.flatMap { Number($0) }
    }

    /// The digits of a whole number, however JSON writes it: `2` for `2.0` and `200` for `2e2`. Nil for any other value.
    package var wholeText: String? {
        guard case .number(let text) = self else { return nil }
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let digits = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        // The exponent is limited so that a short text does not become a long one. No integer has more digits.
        guard let exponent = parts.count > 1 ? Int(parts[1]) : 0, 0...19 ~= exponent else { return nil }
        let fraction = digits.count > 1 ? digits[1] : ""
        guard fraction.dropFirst(exponent).allSatisfy({ $0 == "0" }) else { return nil }
        let moved = fraction.prefix(exponent)
        return digits[0] + moved + String(repeating: "0", count: exponent - moved.count)
    }

    /// The value with each number that is whole written with digits alone, also in arrays.
    package var withWholeNumbers: QueryValue {
        switch self {
        case .number: wholeText.map { .number($0) } ?? self
        case .array(let values): .array(values.map(\.withWholeNumbers))
        case .null, .bool, .string, .object: self
        }
    }
}

extension QueryValue.Member {
    /// Compares names and values, however they are written.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.value == right.value }

    /// Hashes the name and the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
