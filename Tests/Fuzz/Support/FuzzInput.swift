/// Reads decisions and texts from the bytes of an input. After its end it reads zeros and empty texts.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func flip() -> Bool { byte() & 1 == 1 }

    /// A number below a bound of at most 256.
    mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    /// A number of 64 bits, often one near a limit.
    mutating func number() -> Int64 {
        let kind = byte()
        let small = Int64(Int8(bitPattern: byte()))
        switch kind & 7 {
        case 0: return .max &- abs(small)
        case 1: return .min &+ abs(small)
        case 2: return small
        case 3: return small &* 1_000_000_000
        case 4: return 1_000_000_000_000 &+ small &* 1_000_000_000
        default: return (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
        }
    }

    /// Bytes whose number, at most 63, comes first.
    mutating func bytes() -> [UInt8] {
        let count = Int(byte() & 63)
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// As ``bytes()``, with invalid UTF-8 repaired.
    mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

    /// All that is left.
    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
