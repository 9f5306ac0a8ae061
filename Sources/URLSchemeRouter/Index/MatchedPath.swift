import QueryCoding
import XCallbackURL

/// The segments of a URL that patterns are compared with. Segments are found by their places, from the start.
protocol MatchedPath {
    /// The place where the first segment begins, which is the authority if that counts as a segment.
    var start: Int { get }
    /// The place after an authority that counts as a segment; otherwise the start.
    var pathStart: Int { get }
    /// Whether the path ends in a slash.
    var endsInSlash: Bool { get }

    /// Returns the next segment after a place, or nil if there is none. Its upper bound is the place after it.
    func segment(from place: Int) -> Range<Int>?

    /// Calls a closure with the decoded UTF-8 of a segment.
    func withSegment<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result
}

/// A place is an index of the UTF-8, which needs no decoding.
extension PlainURL: MatchedPath {
    var pathStart: Int { path.lowerBound }

    @inline(__always)
    func segment(from place: Int) -> Range<Int>? { text.withBytes { $0.segment(from: place, to: path.upperBound) } }

    @inline(__always)
    func withSegment<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        text.withBytes { body($0.extracting(range)) }
    }
}

/// The decoded segments of a URL. A place is an index.
struct DecodedPath: MatchedPath {
    /// The authority, if it is the first segment.
    private let first: String?
    private let rest: [String]
    let endsInSlash: Bool

    fileprivate init(first: String?, rest: [String], endsInSlash: Bool) {
        self.first = first
        self.rest = rest
        self.endsInSlash = endsInSlash
    }

    var start: Int { 0 }
    var pathStart: Int { first == nil ? 0 : 1 }
    var count: Int { rest.count + pathStart }

    subscript(index: Int) -> String {
        guard let first else { return rest[index] }
        return index == 0 ? first : rest[index - 1]
    }

    @inline(__always)
    func segment(from place: Int) -> Range<Int>? { place < count ? place..<(place + 1) : nil }

    @inline(__always)
    func withSegment<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        self[range.lowerBound].withBytes(body)
    }
}

extension XCallbackURL {
    /// Returns the segments of the URL.
    /// - Parameter dropsAuthority: Whether to leave out an authority that counts as the first segment.
    func matchedPath(dropsAuthority: Bool = false) -> DecodedPath {
        var first: String?
        if case .segment(let authority) = authority, !dropsAuthority { first = authority }
        return DecodedPath(first: first, rest: path, endsInSlash: endsInSlash)
    }
}
