import QueryCoding

/// Numbered texts by their length, each with a signature, so that a search for the nearest text reads few texts.
struct FuzzyIndex: Sendable {
    /// The candidates by the number of bytes of their texts in lower case.
    private var lengths: [[Candidate]] = []

    private struct Candidate: Sendable {
        /// A bit for each kind of byte that occurs an odd number of times. An edit changes at most two bits.
        let signature: UInt64
        let number: Int32
    }

    /// The maximum length of a text that is found.
    private static var longestText: Int { 128 }
    /// The maximum number of texts that a search compares, so that no table makes a misspelling expensive.
    private static var mostComparisons: Int { 256 }

    /// The length and the signature of a text.
    struct Spelled {
        /// The number of bytes in lower case; nil for more than 128 bytes, because the index does not find such texts.
        fileprivate let count: Int?
        fileprivate let signature: UInt64

        init(_ text: String) {
            if text.utf8.count > FuzzyIndex.longestText {
                (count, signature) = (nil, 0)
            } else if let ofASCII = FuzzyIndex.signatureOfASCII(text) {
                (count, signature) = (text.utf8.count, ofASCII)
            } else {
                let bytes = Misspelling.lowered(text)
                (count, signature) = (bytes.count, FuzzyIndex.signature(bytes))
            }
        }
    }

    /// Adds a text.
    mutating func insert(_ text: Spelled, number: Int32) {
        guard let count = text.count else { return }
        while lengths.count <= count { lengths.append([]) }
        lengths[count].append(Candidate(signature: text.signature, number: number))
    }

    /// Returns the number of the text nearest to a misspelling and its distance; of equally near texts, the lowest
    /// number. A search that would compare too many texts may miss it.
    /// - Parameter text: Returns the text of a number, or nil to skip the number.
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
        text.withBytes { bytes in
            var (signature, all): (UInt64, UInt8) = (0, 0)
            for index in bytes.indices {
                let byte = bytes[index]
                all |= byte
                signature ^= 1 &<< UInt64(byte.inLowerCase)
            }
            return all < 0x80 ? signature : nil
        }
    }
}
