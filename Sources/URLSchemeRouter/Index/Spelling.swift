import QueryCoding

/// Returns the candidate nearest to a text, ignoring case, if a typing error explains the difference: at most two
/// edits, and at most a third of the text's length (but always one).
package func nearest(to text: String, among candidates: some Sequence<String>) -> String? {
    let misspelling = Misspelling(text)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where abs(candidate.utf8.count - text.utf8.count) <= misspelling.limit + 1 {
        guard let distance = misspelling.distance(to: candidate), distance < best?.distance ?? .max else { continue }
        best = (distance, candidate)
    }
    return best?.candidate
}

/// A text that may be a candidate with a typing error.
struct Misspelling {
    let text: String
    /// The bytes of the text in lower case.
    let bytes: [UInt8]
    /// The number of edits that a typing error may have.
    let limit: Int

    init(_ text: String) {
        self.text = text
        bytes = Self.lowered(text)
        limit = Swift.min(2, max(1, text.utf8.count / 3))
    }

    static func lowered(_ text: String) -> [UInt8] {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return Array(text.lowercased().utf8) }
        return text.utf8.map(\.inLowerCase)
    }

    /// Returns how many bytes must be inserted, removed, changed or swapped with their neighbour (optimal string
    /// alignment). Returns nil above the limit, and for the same text.
    func distance(to candidate: String) -> Int? {
        guard !candidate.hasSameBytes(as: text) else { return nil }
        var lowered = candidate
        if !lowered.utf8.allSatisfy({ $0 < 0x80 }) { lowered = lowered.lowercased() }
        return lowered.withUTF8 { other in
            bytes.withUnsafeBufferPointer { Self.distance($0, 0, other, 0, limit: limit) }
        }
    }

    /// Returns the distance of the rests that begin at two places. The right text may have ASCII capitals.
    private static func distance(
        _ left: UnsafeBufferPointer<UInt8>, _ leftStart: Int, _ right: UnsafeBufferPointer<UInt8>, _ rightStart: Int,
        limit: Int
    ) -> Int? {
        var (first, second) = (leftStart, rightStart)
        guard abs((left.count - first) - (right.count - second)) <= limit else { return nil }
        // A shortest sequence of edits never needs to touch equal bytes at the start.
        while first < left.count, second < right.count, left[first] == right[second].inLowerCase {
            (first, second) = (first + 1, second + 1)
        }
        guard first < left.count, second < right.count else { return max(left.count - first, right.count - second) }
        guard limit > 0 else { return nil }
        var best: Int?
        func follow(_ first: Int, _ second: Int) {
            guard let rest = distance(left, first, right, second, limit: limit - 1) else { return }
            best = min(best ?? .max, rest + 1)
        }
        follow(first + 1, second + 1)
        follow(first + 1, second)
        follow(first, second + 1)
        if first + 1 < left.count, second + 1 < right.count, left[first] == right[second + 1].inLowerCase,
            left[first + 1] == right[second].inLowerCase
        {
            follow(first + 2, second + 2)
        }
        return best
    }
}

extension UInt8 {
    /// The byte, or the small letter of an ASCII capital.
    var inLowerCase: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
