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
    /// - Parameter kept: Whether each byte stays unchanged, even if it belongs to a secret; nil if no byte does. Computed only
    ///   for a text that contains a secret.
    func replacing(
        in text: ArraySlice<UInt8>, by mark: [UInt8], except kept: @autoclosure () -> [Bool]? = nil
    ) -> [UInt8]? {
        guard var hidden = hidden(in: text) else { return nil }
        if let kept = kept() {
            for index in hidden.indices where kept[index] { hidden[index] = false }
        }
        guard hidden.contains(true) else { return nil }
        var output: [UInt8] = []
        for (index, byte) in text.enumerated() {
            if !hidden[index] {
                output.append(byte)
            } else if index == 0 || !hidden[index - 1] {
                output += mark
            }
        }
        return output
    }

    /// Returns whether each byte of a text belongs to a secret; nil for a text without secrets.
    private func hidden(in text: ArraySlice<UInt8>) -> [Bool]? {
        guard text.count >= Self.shortestPart else { return nil }
        let whole = [Bool](repeating: true, count: text.count)
        guard let needles else { return whole }
        var hidden = [Bool](repeating: false, count: text.count)
        var comparisons = Self.comparisonLimit * (text.count + 64)
        for reading in EncodedText(Array(text)).readings {
            var index = 0
            while index < reading.bytes.count {
                let count = Self.longest(of: needles, in: reading.bytes, at: index, &comparisons)
                guard comparisons > 0 else { return whole }
                if count > 0 {
                    for place in reading.place(of: index..<(index + count)) { hidden[place] = true }
                }
                index += max(1, count)
            }
        }
        return hidden.contains(true) ? hidden : nil
    }

    /// Returns the length of the longest form at an index of a text; 0 without a form there.
    private static func longest(
        of needles: [[[UInt8]]], in text: [UInt8], at index: Int, _ comparisons: inout Int
    ) -> Int {
        var longest = 0
        for needle in needles[Int(folded(text[index]))] {
            var count = 1
            while count < needle.count, index + count < text.count, needle[count] == folded(text[index + count]) {
                count += 1
            }
            comparisons -= count
            if count == needle.count { longest = max(longest, count) }
        }
        comparisons -= 1
        return longest
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
