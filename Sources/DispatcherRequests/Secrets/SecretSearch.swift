import QueryCoding

/// Finds secrets in a text in these forms: plain, percent-encoded, with `+` for a space, escaped as in JSON, and in base64
/// of one line. A URL may contain JSON or another URL. Secrets in other encodings are not found, such as hexadecimal
/// digits, or the same encoding several times.
struct SecretSearch: Sendable {
    /// The minimum number of bytes of a secret that is searched for inside a text. Nearly every text contains a shorter
    /// secret by chance: a mark would spoil the text, and its places would reveal the secret.
    static let shortestPart = 3
    /// The minimum number of bytes of a secret that is searched for in base64. A shorter secret has too few characters
    /// there.
    private static let shortestInBase64 = 6
    /// The maximum number of secrets in a search, and of comparisons for each byte of a text. Beyond one of these limits,
    /// the whole text is omitted, because a page must not keep the daemon busy.
    private static let secretLimit = 32
    private static let comparisonLimit = 16

    /// The forms to search for, grouped by their first byte; nil for too many secrets.
    private let needles: [[[UInt8]]]?

    init(_ secrets: Set<[UInt8]>) {
        let parts = secrets.filter { $0.count >= Self.shortestPart }
        guard parts.count <= Self.secretLimit else {
            needles = nil
            return
        }
        var forms: Set<[UInt8]> = []
        for part in parts {
            forms.insert(part.map(Self.folded))
            // In a URL inside a URL.
            forms.insert(Array(PercentCoding.encode(String(decoding: part, as: UTF8.self)).utf8))
            if part.count >= Self.shortestInBase64 { forms.formUnion(Self.base64(part)) }
        }
        var needles = [[[UInt8]]](repeating: [], count: 256)
        for form in forms { needles[Int(form[0])].append(form) }
        self.needles = needles
    }

    /// Returns the text with a mark in place of each secret; nil for a text without secrets.
    ///
    /// - Parameter range: The offsets of the bytes that may be replaced; nil for all bytes. The other bytes stay
    ///   unchanged, even if they belong to a secret. The range is computed only for a text that contains a secret.
    func replacing(
        in text: ArraySlice<UInt8>, by mark: [UInt8], within range: @autoclosure () -> RangeSet<Int>? = nil
    ) -> [UInt8]? {
        let found = places(in: text)
        guard !found.isEmpty else { return nil }
        // An intersection takes linear time; a subtraction does not.
        let hidden = range().map(found.intersection) ?? found
        guard !hidden.isEmpty else { return nil }
        var output: [UInt8] = []
        var end = 0
        for place in hidden.ranges {
            output += text.dropFirst(end).prefix(place.lowerBound - end) + mark
            end = place.upperBound
        }
        return output + text.dropFirst(end)
    }

    /// Returns the offsets of all bytes that belong to secrets.
    private func places(in text: ArraySlice<UInt8>) -> RangeSet<Int> {
        guard text.count >= Self.shortestPart else { return RangeSet() }
        let whole = RangeSet(0..<text.count)
        guard let needles else { return whole }
        var comparisons = Self.comparisonLimit * (text.count + 64)
        var found: [Range<Int>] = []
        for reading in EncodedText(Array(text)).readings {
            guard let places = Self.places(of: needles, in: reading, &comparisons) else { return whole }
            found += places
        }
        return found.isEmpty ? RangeSet() : RangeSet(found)
    }

    /// Returns the places of the forms in a text; nil above the limit of comparisons.
    private static func places(
        of needles: [[[UInt8]]], in text: EncodedText, _ comparisons: inout Int
    ) -> [Range<Int>]? {
        var places: [Range<Int>] = []
        var index = 0
        while index < text.bytes.count {
            var longest = 1
            for needle in needles[Int(folded(text.bytes[index]))] {
                var count = 1
                while count < needle.count, index + count < text.bytes.count,
                    needle[count] == folded(text.bytes[index + count])
                { count += 1 }
                comparisons -= count
                if count == needle.count { longest = max(longest, count) }
            }
            comparisons -= 1
            guard comparisons > 0 else { return nil }
            if longest > 1 { places.append(text.starts[index]..<text.ends[index + longest - 1]) }
            index += longest
        }
        return places
    }

    /// Maps `+` to a space, because forms write a space as `+`.
    private static func folded(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte }

    /// Returns the characters that a text has in base64 and base64url (RFC 4648) after zero, one or two other bytes.
    /// Characters that also depend on neighbouring bytes are left out.
    private static func base64(_ text: [UInt8]) -> Set<[UInt8]> {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var forms: Set<[UInt8]> = []
        for (offset, last) in [0, 8, 16].flatMap({ offset in ["+/", "-_"].map { (offset, Array($0.utf8)) } }) {
            let digits = letters + last
            forms.insert(
                ((offset + 5) / 6..<(offset + 8 * text.count) / 6).map { place in
                    let bit = 6 * place - offset
                    let pair = UInt16(text[bit / 8]) << 8 | UInt16(bit / 8 + 1 < text.count ? text[bit / 8 + 1] : 0)
                    return folded(digits[Int(pair >> UInt16(10 - bit % 8) & 63)])
                })
        }
        return forms
    }
}
