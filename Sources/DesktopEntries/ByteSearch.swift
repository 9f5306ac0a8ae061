#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension [UInt8] {
    /// Where other bytes first stand among these.
    func firstIndex(of wanted: [UInt8]) -> Int? {
        guard let first = wanted.first else { return startIndex }
        return withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted in
                guard let start = bytes.baseAddress, let pattern = wanted.baseAddress else { return nil }
                var index = 0
                // The C library compares many bytes at a time; GNU's memmem is not to be had in Swift.
                while bytes.count - index >= wanted.count,
                    let found = memchr(start + index, Int32(first), bytes.count - wanted.count + 1 - index)
                {
                    index = UnsafeRawPointer(found) - start
                    if memcmp(found, pattern, wanted.count) == 0 { return index }
                    index += 1
                }
                return nil
            }
        }
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
