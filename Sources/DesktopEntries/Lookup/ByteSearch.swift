import CLinux

extension [UInt8] {
    /// Where other bytes first stand among these.
    func firstIndex(of wanted: [UInt8]) -> Int? {
        let place = clinux_find(self, count, wanted, wanted.count)
        return place < 0 ? nil : place
    }

    /// Of the byte at an index, counted from 1.
    func lineNumber(of index: Int) -> Int {
        self[..<index].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}

extension ArraySlice<UInt8> {
    /// Without the blanks at its beginning.
    var withoutLeadingBlanks: Self { drop(while: \.isBlank) }
    /// Without the blanks at either end.
    var trimmed: Self {
        let rest = withoutLeadingBlanks
        return rest[..<(rest.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? rest.startIndex)]
    }
}

extension UInt8 {
    /// Whether it is what C calls white space.
    var isBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
