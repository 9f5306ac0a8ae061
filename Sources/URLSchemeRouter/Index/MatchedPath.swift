import QueryCoding
import XCallbackURL

/// The segments of a URL that patterns are compared with. Segments are found by their places, from the start.
protocol MatchedPath {
    /// The place where the first segment begins: at the authority, if the authority counts as a segment.
    var start: Int { get }
    /// The place after an authority that counts as a segment; otherwise the start.
    var pathStart: Int { get }
    /// Whether the path ends in a slash.
    var endsInSlash: Bool { get }

    /// Returns the first segment that begins at a place or after it; nil at the end. The upper bound of the range is
    /// the place from which to get the following segment.
    func segment(from place: Int) -> Range<Int>?

    /// Calls a closure with the decoded UTF-8 of a segment.
    func withSegment<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result
}

/// A place is an index into the UTF-8 bytes, which need no decoding.
extension UnescapedURL: MatchedPath {
    var pathStart: Int { path.lowerBound }

    @inline(__always)
    func segment(from place: Int) -> Range<Int>? { text.withBytes { $0.segment(from: place, to: path.upperBound) } }

    @inline(__always)
    func withSegment<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        text.withBytes { body($0.extracting(range)) }
    }
}

/// Place 0 is the authority, and the other places are the decoded segments of the path.
extension XCallbackURL: MatchedPath {
    var start: Int { if case .segment = authority { 0 } else { 1 } }
    var pathStart: Int { 1 }

    @inline(__always)
    func segment(from place: Int) -> Range<Int>? { place <= path.count ? place..<(place + 1) : nil }

    @inline(__always)
    func withSegment<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        if range.lowerBound == 0, case .segment(let text) = authority { return text.withBytes(body) }
        return path[range.lowerBound - 1].withBytes(body)
    }
}
