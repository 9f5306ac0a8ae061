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
        guard bytes[index + 1] == UInt8(ascii: "u"), let unit = number(at: index + 2, digits: 4) else { return nil }
        let next = bytes.dropFirst(index + 6).starts(with: "\\u".utf8) ? number(at: index + 8, digits: 4) : nil
        var scalar = UnicodeScalar(unit)
        var length = 6
        if let next, unit & 0xFC00 == 0xD800, next & 0xFC00 == 0xDC00 {
            scalar = UnicodeScalar(0x10000 + (unit & 0x3FF) << 10 | next & 0x3FF)
            length = 12
        }
        return scalar.map { (Array(String(Character($0)).utf8), length) }
    }

    private func number(at index: Int, digits: Int) -> UInt32? {
        let text = String(decoding: bytes.dropFirst(index).prefix(digits), as: UTF8.self)
        return text.utf8.count == digits && text.allSatisfy(\.isHexDigit) ? UInt32(text, radix: 16) : nil
    }
}
