import QueryCoding

/// The parts of a URL as ranges of its bytes, split in one pass but not decoded (RFC 3986 §3).
///
/// The fragment begins at the first `#`, the query at the first `?` before it, and the authority after `//`. Splitting
/// fails only if the scheme is missing or malformed; decoding a part checks the rest.
///
/// The parser and the percent coder read hostile bytes as a `Span`, whose indices are checked in release builds too.
struct SplitURL: Sendable {
    let scheme: SchemePart
    /// The bytes between `//` and the next slash; nil without `//`.
    let authority: Part?
    let path: Part
    let fragment: Part?
    /// The pairs of the query in order, except pairs with an empty name.
    let pairs: [Pair]
    /// The values of the pairs with an empty name.
    let namelessValues: [Part]
    /// Whether every part decodes to itself.
    let isClean: Bool

    /// The bytes before the first colon.
    struct SchemePart: Sendable {
        let length: Int
        /// Whether the scheme has no capital letter.
        let isLowered: Bool
    }

    /// A range of the bytes, and the classes of the bytes in it.
    struct Part: Sendable {
        let range: Range<Int>
        /// The raw value of the classes other than `delimiter`. A raw value needs no call in the loop over the bytes.
        let rawClasses: UInt8

        var classes: ByteClass { ByteClass(rawValue: rawClasses) }
        /// Whether the part decodes to itself, unless a `+` is a space.
        var isClean: Bool { rawClasses & ByteClass.decoded.rawValue == 0 }
    }

    /// A name and a value of the query, split at the first `=`; the value of a bare name is nil.
    struct Pair: Sendable {
        let name: Part
        let value: Part?
        let role: Role
    }

    /// The purpose of a pair, by its decoded name.
    enum Role: Sendable {
        /// A parameter of the action, or a pair whose name cannot be decoded.
        case parameter
        case callback(CallbackKind)
        /// `x-source`
        case source
        /// A parameter with another name that begins with `x-`.
        case reserved
    }

    /// Splits a URL.
    /// - Parameter hasPairs: Whether to split the query too, for a URL whose parameters matter.
    init(_ utf8: Span<UInt8>, hasPairs: Bool = true) throws(XCallbackURLError) {
        self = try ByteClass.table.withUnsafeBufferPointer { table throws(XCallbackURLError) in
            try SplitURL(utf8, table.span, hasPairs: hasPairs)
        }
    }

    private init(_ utf8: Span<UInt8>, _ table: Span<UInt8>, hasPairs: Bool) throws(XCallbackURLError) {
        var scanner = Scanner()
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .noScheme }
        guard let isLowered = Scheme.isLowered(utf8.extracting(0..<colon)) else { throw .invalidScheme }
        scheme = SchemePart(length: colon, isLowered: isLowered)
        scanner.index = colon + 1
        authority =
            scanner.skips(utf8, "/", "/")
            ? scanner.part(utf8, table) {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
            } : nil
        path = scanner.part(utf8, table) { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        var query = Query()
        if scanner.skips(utf8, "?") {
            if hasPairs {
                query.pairs.reserveCapacity(8)
                repeat { query.add(from: &scanner, utf8, table) } while scanner.skips(utf8, "&")
            } else {
                _ = scanner.part(utf8, table) { $0 == UInt8(ascii: "#") }
            }
        }
        pairs = query.pairs
        namelessValues = query.namelessValues
        fragment = scanner.skips(utf8, "#") ? scanner.part(utf8, table) { _ in false } : nil
        isClean = scanner.isClean
    }

    /// The pairs found so far.
    private struct Query {
        var pairs: [Pair] = []
        var namelessValues: [Part] = []

        @inline(__always)
        mutating func add(from scanner: inout Scanner, _ utf8: Span<UInt8>, _ table: Span<UInt8>) {
            let name = scanner.part(utf8, table) {
                $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#")
            }
            var value: Part?
            if scanner.skips(utf8, "=") {
                value = scanner.part(utf8, table) { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") }
            }
            if !name.range.isEmpty {
                pairs.append(Pair(name: name, value: value, role: Role(name, utf8)))
            } else if let value {
                namelessValues.append(value)
            }
        }
    }

    /// A place in the bytes.
    private struct Scanner {
        var index = 0
        /// The raw value of the classes of the bytes in the parts so far.
        private var rawClasses: UInt8 = 0

        var isClean: Bool { rawClasses & ByteClass.decoded.rawValue == 0 }

        /// Consumes the bytes up to the next delimiter that ends the part, or to the end.
        @inline(__always)
        mutating func part(_ utf8: Span<UInt8>, _ table: Span<UInt8>, isEnd: (UInt8) -> Bool) -> Part {
            let delimiter = ByteClass.delimiter.rawValue
            var end = index
            var classes: UInt8 = 0
            while end < utf8.count {
                // The loop has compared the index with the count, and the table has an entry for every byte.
                let byte = utf8[unchecked: end]
                classes |= table[unchecked: Int(byte)]
                if classes & delimiter != 0 {
                    // A delimiter has no other class.
                    classes &= ~delimiter
                    if isEnd(byte) { break }
                }
                end &+= 1
            }
            rawClasses |= classes
            defer { index = end }
            return Part(range: index..<end, rawClasses: classes)
        }

        /// Consumes this byte if it is next.
        @inline(__always)
        mutating func skips(_ utf8: Span<UInt8>, _ byte: Unicode.Scalar) -> Bool {
            guard index < utf8.count, utf8[index] == UInt8(ascii: byte) else { return false }
            index += 1
            return true
        }

        /// Consumes these two bytes if they are next.
        @inline(__always)
        mutating func skips(_ utf8: Span<UInt8>, _ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
            guard utf8.count - index >= 2, utf8[index] == UInt8(ascii: first),
                utf8[index + 1] == UInt8(ascii: second)
            else { return false }
            index += 2
            return true
        }
    }
}
