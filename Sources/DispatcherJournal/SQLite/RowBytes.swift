import Glibc
import QueryCoding

/// The columns of a row as bytes. The checksum covers them, and a journal in memory keeps them.
///
/// Each column has a byte for its type, then its value. Type 0 has no value. Type 1 has the eight bytes of an integer,
/// the lowest byte first. Type 3 has a text and a NUL at its end.
struct RowBytes: Sendable {
    enum Column {
        case none
        case integer(Int64)
        /// A text, which is valid as long as the bytes exist.
        case text(UnsafeRawBufferPointer)

        /// The number; nil for another type.
        var number: Int64? { if case .integer(let number) = self { number } else { nil } }
        /// A copy of the text; nil for another type.
        var string: String? { if case .text(let text) = self { String(decoding: text, as: UTF8.self) } else { nil } }
    }

    private(set) var bytes: [UInt8] = []
    /// Prints JSON values. The printer is kept to reuse its memory.
    private var printer = JSONPrinter(capacity: 0)

    /// Removes all columns, and keeps the memory for other columns.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func add(_ number: Int64?) {
        guard let number else { return bytes.append(0) }
        bytes.append(1)
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Adds a text, with U+FFFD in place of each NUL.
    mutating func add(_ text: String?) {
        guard var text else { return bytes.append(0) }
        let isAdded = text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        if !isAdded { add(text.replacing("\0", with: "\u{FFFD}")) }
    }

    /// Adds a value as JSON.
    mutating func add(_ value: QueryValue?) {
        guard let value else { return bytes.append(0) }
        printer.removeAll()
        printer.value(value)
        // JSON has no NUL.
        _ = printer.bytes.withUnsafeBytes { add($0) }
    }

    /// Adds a text.
    /// - Returns: False if the text contains a NUL; then nothing is added.
    mutating func add(_ text: UnsafeRawBufferPointer) -> Bool {
        if let start = text.baseAddress, memchr(start, 0, text.count) != nil { return false }
        bytes.append(3)
        bytes.append(contentsOf: text)
        bytes.append(0)
        return true
    }

    /// Reads columns one by one.
    struct Reader {
        private let bytes: UnsafeRawBufferPointer
        /// The offset of the next column.
        private(set) var offset = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        var isAtEnd: Bool { offset >= bytes.count }

        mutating func next() -> Column {
            guard offset < bytes.count else { return .none }
            let start = offset + 1
            switch bytes[offset] {
            case 1 where start + 8 <= bytes.count:
                offset = start + 8
                return .integer(Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int64.self)))
            case 3:
                let end = start + textLength(from: start)
                offset = end + 1
                return .text(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            default:
                offset = start
                return .none
            }
        }

        private func textLength(from start: Int) -> Int {
            guard let text = bytes.baseAddress.map({ $0 + start }), let end = memchr(text, 0, bytes.count - start)
            else { return bytes.count - start }
            return UnsafeRawPointer(end) - text
        }
    }
}

/// The checksum of a row (FNV-1a, 64 bits). SQLite has no checksums outside its write-ahead log, and would return a URL
/// with a flipped bit.
extension RowBytes {
    /// The checksum, in the integer type that SQLite stores.
    var checksum: Int64 {
        Int64(bitPattern: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }
}
