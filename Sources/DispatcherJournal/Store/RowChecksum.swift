import GRDB

/// A sum over the values of a row (FNV-1a, 64 bits). SQLite has none of its own outside its write-ahead log, and would
/// hand out a URL with a flipped bit.
struct RowChecksum {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ values: some Sequence<DatabaseValue>) {
        for value in values { add(value) }
    }

    /// As SQLite stores integers.
    var value: Int64 { Int64(bitPattern: state) }

    private mutating func add(_ value: DatabaseValue) {
        switch value.storage {
        case .null: add(0)
        case .int64(let number):
            add(1)
            withUnsafeBytes(of: number.littleEndian) { for byte in $0 { add(byte) } }
        case .string(let text):
            add(3)
            for byte in text.utf8 { add(byte) }
            add(0)
        // None is ever written.
        case .double, .blob: add(2)
        }
    }

    private mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
