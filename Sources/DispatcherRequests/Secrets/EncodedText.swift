import QueryCoding

/// A text whose encodings are removed, with the original place of each byte.
struct EncodedText {
    private(set) var bytes: [UInt8]
    /// The place of each byte in the original text.
    private var places: [Range<Int>]

    init(_ text: [UInt8]) {
        bytes = text
        places = text.indices.map { $0..<($0 + 1) }
    }

    /// The text as it is, without its percent-encoding, and each of the two without its escapes of JSON, if they have any.
    var readings: [EncodedText] {
        let texts = [self, decoded(from: UInt8(ascii: "%"), percentEscape)].compactMap(\.self)
        return texts + texts.compactMap { $0.decoded(from: UInt8(ascii: "\\"), $0.jsonEscape) }
    }

    /// Returns the place of some bytes in the original text.
    func place(of range: Range<Int>) -> Range<Int> {
        places[range.lowerBound].lowerBound..<places[range.upperBound - 1].upperBound
    }

    /// - Parameter escape: Returns the bytes that an escape at an index encodes, and the escape's length; nil without
    ///   an escape.
    private func decoded(from mark: UInt8, _ escape: (Int) -> ([UInt8], Int)?) -> EncodedText? {
        guard bytes.contains(mark) else { return nil }
        var text = EncodedText([])
        var index = 0
        while index < bytes.count {
            if bytes[index] == mark, let (plain, length) = escape(index) {
                text.bytes += plain
                text.places += repeatElement(place(of: index..<(index + length)), count: plain.count)
                index += length
            } else {
                text.bytes.append(bytes[index])
                text.places.append(places[index])
                index += 1
            }
        }
        return text.bytes.count < bytes.count ? text : nil
    }

    private func percentEscape(at index: Int) -> ([UInt8], Int)? {
        number(at: index + 1, digits: 2).map { ([UInt8($0)], 3) }
    }

    /// The characters that JSON escapes with a letter or a sign, by that letter or sign (RFC 8259 §7).
    private static let escaped = Dictionary(uniqueKeysWithValues: zip("nrtbf\"\\/".utf8, "\n\r\t\u{8}\u{c}\"\\/".utf8))

    private func jsonEscape(at index: Int) -> ([UInt8], Int)? {
        guard index + 1 < bytes.count else { return nil }
        if let plain = Self.escaped[bytes[index + 1]] { return ([plain], 2) }
        guard let unit = codeUnit(at: index) else { return nil }
        if let scalar = UnicodeScalar(unit) { return (Array(String(Character(scalar)).utf8), 6) }
        guard UTF16.isLeadSurrogate(unit), let next = codeUnit(at: index + 6), UTF16.isTrailSurrogate(next) else {
            return nil
        }
        return (Array(String(decoding: [unit, next], as: UTF16.self).utf8), 12)
    }

    /// Returns the unit of UTF-16 that `\u` and four digits encode.
    private func codeUnit(at index: Int) -> UInt16? {
        bytes.dropFirst(index).starts(with: "\\u".utf8) ? number(at: index + 2, digits: 4).map { UInt16($0) } : nil
    }

    private func number(at index: Int, digits: Int) -> UInt32? {
        let text = String(decoding: bytes.dropFirst(index).prefix(digits), as: UTF8.self)
        return text.utf8.count == digits && text.allSatisfy(\.isHexDigit) ? UInt32(text, radix: 16) : nil
    }
}
