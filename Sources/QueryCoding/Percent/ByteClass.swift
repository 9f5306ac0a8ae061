/// The classes of a byte in a URL. One look-up in a table finds all classes.
package struct ByteClass: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `%`
    package static var percent: ByteClass { ByteClass(rawValue: 1) }
    /// `+`
    package static var plus: ByteClass { ByteClass(rawValue: 2) }
    /// A byte of a character outside ASCII.
    package static var nonASCII: ByteClass { ByteClass(rawValue: 4) }
    /// The byte C2, with which every C1 control begins in valid UTF-8.
    package static var beginsControl: ByteClass { ByteClass(rawValue: 8) }
    /// A control character that is not accepted even percent-encoded.
    package static var control: ByteClass { ByteClass(rawValue: 16) }
    /// A byte that RFC 3986 allows only percent-encoded.
    package static var mustBeEncoded: ByteClass { ByteClass(rawValue: 32) }
    /// A letter, a digit, `-`, `.`, `_` or `~` (RFC 3986 §2.3).
    package static var unreserved: ByteClass { ByteClass(rawValue: 64) }

    /// Whether a text with these classes may have a character that is not accepted even percent-encoded.
    package var mayBeControl: Bool { !isDisjoint(with: [.control, .beginsControl]) }

    /// The classes of bytes that do not always decode to themselves. In a form, `+` does not either.
    package static var decoded: ByteClass { ByteClass(rawValue: 1 | 4 | 32) }

    /// The raw value of the classes of each byte.
    package static let table: [UInt8] = (UInt8.min...UInt8.max).map { ByteClass(of: $0).rawValue }

    /// The classes of all the bytes.
    package init(of bytes: Span<UInt8>) {
        let classes = Self.table.withUnsafeBufferPointer { table in
            let table = table.span
            var classes: UInt8 = 0
            // The table has an entry for every byte.
            for index in bytes.indices { classes |= table[unchecked: Int(bytes[unchecked: index])] }
            return classes
        }
        self.init(rawValue: classes)
    }

    private init(of byte: UInt8) {
        var classes: ByteClass = []
        switch byte {
        case UInt8(ascii: "%"): classes = .percent
        case UInt8(ascii: "+"): classes = .plus
        case 0x09, 0x0A, 0x0D, 0x20: classes = .mustBeEncoded
        case 0x00..<0x20, 0x7F: classes = [.mustBeEncoded, .control]
        case _ where "\"<>\\^`{|}".utf8.contains(byte): classes = .mustBeEncoded
        case _ where byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte): classes = .unreserved
        case 0xC2: classes = [.nonASCII, .beginsControl]
        case 0x80...: classes = .nonASCII
        default: break
        }
        self = classes
    }
}
