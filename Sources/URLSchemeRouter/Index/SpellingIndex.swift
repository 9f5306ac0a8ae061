/// Numbered texts by their length, with a signature of each, so that a search for the nearest one reads few of them.
struct SpellingIndex: Sendable {
    /// By the number of bytes in lower case.
    private var lengths: [[Candidate]] = []

    private struct Candidate: Sendable {
        /// A bit for each kind of byte that occurs an odd number of times. An edit changes at most two.
        let signature: UInt64
        let number: Int32
    }

    /// The maximum length of a text that is found.
    private static var longestText: Int { 128 }
    /// The maximum number of texts that a search compares, so that no table makes a misspelling expensive.
    private static var mostComparisons: Int { 256 }

    /// Adds a text, unless it is longer than 128 bytes.
    mutating func insert(_ text: String, number: Int32) {
        guard text.utf8.count <= Self.longestText else { return }
        var (count, signature) = (text.utf8.count, Self.signatureOfASCII(text))
        if signature == nil {
            let bytes = Misspelling.lowered(text)
            (count, signature) = (bytes.count, Self.signature(bytes))
        }
        while lengths.count <= count { lengths.append([]) }
        lengths[count].append(Candidate(signature: signature ?? 0, number: number))
    }

    /// Returns the number of the text nearest to a misspelling and its distance; of several, the lowest number. A search
    /// that would compare too many texts may miss it.
    /// - Parameter text: Returns the text of a number, or nil to leave it out.
    func nearest(to misspelling: Misspelling, text: (Int32) -> String?) -> (distance: Int, number: Int32)? {
        let signature = Self.signature(misspelling.bytes)
        var best: (distance: Int, number: Int32)?
        var comparisons = 0
        // The lengths that differ least come first, because their texts may be nearest.
        for difference in [0, 1, -1, 2, -2] where abs(difference) <= best?.distance ?? misspelling.limit {
            let length = misspelling.bytes.count + difference
            guard lengths.indices.contains(length) else { continue }
            for candidate in lengths[length] {
                let limit = best?.distance ?? misspelling.limit
                guard (candidate.signature ^ signature).nonzeroBitCount <= 2 * limit else { continue }
                comparisons += 1
                guard comparisons <= Self.mostComparisons else { return best }
                guard let text = text(candidate.number), let distance = misspelling.distance(to: text) else { continue }
                if (distance, candidate.number) < best ?? (.max, .max) { best = (distance, candidate.number) }
            }
        }
        return best
    }

    private static func signature(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0) { $0 ^ 1 &<< UInt64($1 & 63) }
    }

    /// Returns the signature of a text without a copy in lower case; nil if it is not ASCII.
    private static func signatureOfASCII(_ text: String) -> UInt64? {
        var text = text
        return text.withUTF8 { bytes in
            var signature: UInt64 = 0
            for byte in bytes {
                guard byte < 0x80 else { return nil }
                signature ^= 1 &<< UInt64(byte.inLowerCase & 63)
            }
            return signature
        }
    }
}
