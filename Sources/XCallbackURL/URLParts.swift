import QueryCoding

/// The parts of a URL as ranges of its bytes, split in one pass but not decoded (RFC 3986 §3).
///
/// The fragment begins at the first `#`, the query at the first `?` before it, and the authority after `//`. Splitting
/// fails only if the scheme is missing or malformed; decoding a part checks the rest.
struct URLParts: Sendable {
    let scheme: Scheme
    /// The bytes between `//` and the next slash; nil without `//`.
    let authority: Part?
    let path: Part
    let fragment: Part?
    /// The pairs of the query, in order, without those whose name is empty.
    let pairs: [Pair]
    /// The values of the pairs whose name is empty.
    let namelessValues: [Part]
    /// Whether the path, the query and the fragment decode to themselves.
    let isClean: Bool

    /// A range of the bytes, and the classes of the bytes in it.
    struct Part: Sendable {
        let range: Range<Int>
        let classes: ByteClass
        /// Whether the part decodes to itself, unless a `+` is a space.
        let isClean: Bool
    }

    /// A name and a value of the query, split at the first `=`; the value of a bare name is nil.
    struct Pair: Sendable {
        let name: Part
        let value: Part?
    }

    /// Splits a URL.
    /// - Parameter hasPairs: Whether to split the query too, for a URL whose parameters matter.
    init(_ utf8: UnsafeBufferPointer<UInt8>, hasPairs: Bool = true) throws(XCallbackURLError) {
        self = try ByteClass.table.withUnsafeBufferPointer { table throws(XCallbackURLError) in
            try URLParts(Scanner(utf8, table), hasPairs: hasPairs)
        }
    }

    private init(_ start: Scanner, hasPairs: Bool) throws(XCallbackURLError) {
        var scanner = start
        guard let colon = scanner.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .noScheme }
        guard let scheme = Scheme(UnsafeBufferPointer(rebasing: scanner.utf8[..<colon])) else { throw .invalidScheme }
        self.scheme = scheme
        scanner.index = colon + 1
        authority =
            scanner.skips("/", "/")
            ? scanner.part { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } : nil
        path = scanner.part { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        var query = Query(isClean: path.isClean)
        if scanner.skips("?") {
            if hasPairs {
                query.pairs.reserveCapacity(8)
                repeat { query.add(from: &scanner) } while scanner.skips("&")
            } else {
                query.isClean = scanner.part { $0 == UInt8(ascii: "#") }.isClean && path.isClean
            }
        }
        pairs = query.pairs
        namelessValues = query.namelessValues
        fragment = scanner.skips("#") ? scanner.part { _ in false } : nil
        isClean = query.isClean && fragment?.isClean ?? true
    }

    /// The pairs that were found so far.
    private struct Query {
        var pairs: [Pair] = []
        var namelessValues: [Part] = []
        var isClean: Bool

        @inline(__always)
        mutating func add(from scanner: inout Scanner) {
            let name = scanner.part { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") }
            var value: Part?
            if scanner.skips("=") { value = scanner.part { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") } }
            isClean = isClean && name.isClean && value?.isClean ?? true
            if !name.range.isEmpty {
                pairs.append(Pair(name: name, value: value))
            } else if let value {
                namelessValues.append(value)
            }
        }
    }

    /// A place in the bytes.
    private struct Scanner {
        let utf8: UnsafeBufferPointer<UInt8>
        var index = 0
        private let table: UnsafeBufferPointer<UInt8>
        private let delimiter = ByteClass.delimiter.rawValue
        private let decoded = ByteClass.decoded.rawValue

        init(_ utf8: UnsafeBufferPointer<UInt8>, _ table: UnsafeBufferPointer<UInt8>) {
            self.utf8 = utf8
            self.table = table
        }

        /// Takes the bytes up to the next delimiter that ends the part, or to the end.
        @inline(__always)
        mutating func part(isEnd: (UInt8) -> Bool) -> Part {
            var end = index
            var classes: UInt8 = 0
            while end < utf8.count {
                let found = table[Int(utf8[end])]
                if found & delimiter != 0, isEnd(utf8[end]) { break }
                classes |= found
                end &+= 1
            }
            defer { index = end }
            return Part(
                range: index..<end, classes: ByteClass(rawValue: classes), isClean: classes & decoded == 0)
        }

        /// Takes this byte if it is the next.
        @inline(__always)
        mutating func skips(_ byte: Unicode.Scalar) -> Bool {
            guard index < utf8.count, utf8[index] == UInt8(ascii: byte) else { return false }
            index += 1
            return true
        }

        /// Takes these two bytes if they are the next.
        @inline(__always)
        mutating func skips(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
            guard utf8.count - index >= 2, utf8[index] == UInt8(ascii: first),
                utf8[index + 1] == UInt8(ascii: second)
            else { return false }
            index += 2
            return true
        }
    }
}
