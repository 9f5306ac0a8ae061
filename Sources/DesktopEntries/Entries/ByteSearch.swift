import CLinux

extension [UInt8] {
    /// Returns the index at which the wanted bytes first appear.
    func firstIndex(of wanted: [UInt8]) -> Int? {
        let place = clinux_find(self, count, wanted, wanted.count)
        return place < 0 ? nil : place
    }

    /// A digest that shows whether a file was changed, in hexadecimal.
    var digest: String { String(clinux_digest(self, count), radix: 16) }

    /// Returns the number of the line that contains an index, counted from 1.
    func lineNumber(of index: Int) -> Int {
        self[..<index].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without leading blanks.
    var withoutLeadingBlanks: Self { drop(while: \.isBlank) }
    /// The bytes without leading and trailing blanks.
    var trimmed: Self {
        let rest = withoutLeadingBlanks
        return rest[..<(rest.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? rest.startIndex)]
    }
}

extension UInt8 {
    /// Whether the byte is white space in C.
    var isBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
