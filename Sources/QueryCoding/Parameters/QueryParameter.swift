/// A decoded name and value from a query or a path. Equality compares bytes: `é` and `e` with a combining accent are
/// different names.
public struct QueryParameter: Sendable {
    /// The decoded name.
    public var name: String
    /// The decoded value, which may be empty; nil for a bare name (`?draft`).
    public var value: String?

    /// Makes a parameter; a nil value makes it bare.
    public init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }
}

extension QueryParameter: Hashable {
    /// Compares bytes; `String` would treat canonically equivalent texts as equal.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.name.hasSameBytes(as: right.name) else { return false }
        return switch (left.value, right.value) {
        case (nil, nil): true
        case (let left?, let right?): left.hasSameBytes(as: right)
        default: false
        }
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.utf8.count)
        for byte in name.utf8 { hasher.combine(byte) }
        for byte in (value ?? "").utf8 { hasher.combine(byte) }
    }
}
