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

/// A text that may be another one with a typing error.
struct Misspelling {
    let text: String
    /// Its bytes in lower case.
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
        return text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Returns how many bytes must be inserted, removed, changed or swapped with their neighbour (optimal string
    /// alignment). Returns nil above the limit, and for the same text.
    func distance(to candidate: String) -> Int? {
        guard !candidate.hasSameBytes(as: text) else { return nil }
        return Self.distance(bytes[...], Self.lowered(candidate)[...], limit: limit)
    }

    private static func distance(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        // A shortest sequence of edits never needs to touch equal bytes at the start.
        let same = zip(left, right).prefix { $0 == $1 }.count
        let (left, right) = (left.dropFirst(same), right.dropFirst(same))
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        guard limit > 0 else { return nil }
        let (leftRest, rightRest) = (left.dropFirst(), right.dropFirst())
        var rests = [(leftRest, rightRest), (leftRest, right), (left, rightRest)]
        if left.first == rightRest.first, leftRest.first == right.first, !leftRest.isEmpty {
            rests.append((leftRest.dropFirst(), rightRest.dropFirst()))
        }
        return rests.lazy.compactMap { distance($0, $1, limit: limit - 1) }.min().map { $0 + 1 }
    }
}
