import CLinux
import Glibc

extension [UInt8] {
    /// Returns the index at which the wanted bytes first appear.
    func firstIndex(of wanted: [UInt8]) -> Int? {
        let place = clinux_find(self, count, wanted, wanted.count)
        return place < 0 ? nil : place
    }

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

extension [UInt8] {
    /// The lines, each with its newline; the last line may have none. The newlines are found by memchr(3), because a
    /// generic search takes ten times as long, and an installation reads its record often.
    var lines: [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < count {
            let rest = self[start...]
            let length = rest.withUnsafeBytes { bytes in
                bytes.baseAddress.flatMap { base in
                    memchr(base, CInt(UInt8(ascii: "\n")), bytes.count).map { base.distance(to: $0) + 1 }
                }
            }
            lines.append(rest.prefix(length ?? rest.count))
            start += length ?? rest.count
        }
        return lines
    }
}
