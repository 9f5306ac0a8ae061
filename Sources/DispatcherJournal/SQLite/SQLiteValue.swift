/// A value of a row or of a statement's parameter.
enum SQLiteValue: Hashable {
    case none
    case integer(Int64)
    case text(String)

    /// The number; nil for another type.
    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    /// The text; nil for another type.
    var string: String? { if case .text(let text) = self { text } else { nil } }

    /// The SQL expression for the bytes that a column's value counts in the size of its row.
    static func size(ofColumn name: String) -> String {
        "CASE typeof(\(name)) WHEN 'null' THEN 1 WHEN 'integer' THEN 9 ELSE length(CAST(\(name) AS BLOB)) + 2 END"
    }
}

extension [SQLiteValue] {
    /// The checksum of the values (FNV-1a, 64 bits), in the integer type that SQLite stores. SQLite has no checksums
    /// outside its write-ahead log, and would return a URL with a flipped bit.
    var checksum: Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        for value in self {
            switch value {
            case .none: add([0])
            case .integer(let number):
                add([1])
                Swift.withUnsafeBytes(of: number.littleEndian) { add($0) }
            case .text(let text):
                add([3])
                add(text.utf8)
                add([0])
            }
        }
        return Int64(bitPattern: hash)
    }
}
