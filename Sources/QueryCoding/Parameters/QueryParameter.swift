/// A decoded name and value from a query or a path. Equality compares bytes: `é` and `e` with a combining accent are
/// different names.
public struct QueryParameter: Sendable, Hashable {
    /// The decoded name.
    public var name: String
    /// The decoded value, which may be empty; nil for a bare name (`?draft`).
    public var value: String?

    /// Makes a parameter; a nil value makes it bare.
    public init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    /// Compares bytes; `String` would treat canonically equivalent texts as equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.value.map(ByteText.init) == right.value.map(ByteText.init)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(name))
        hasher.combine(value.map(ByteText.init))
    }
}
