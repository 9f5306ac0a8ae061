import QueryCoding

/// A text whose encodings are removed, with the original place of each byte.
struct EncodedText {
    private(set) var bytes: [UInt8] = []
    /// The start of each byte in the original text.
    private(set) var starts: [Int] = []
    private(set) var ends: [Int] = []

    init(_ text: [UInt8]) {
        bytes = text
        starts = Array(text.indices)
        ends = starts.map { $0 + 1 }
    }

    private init() {}

    /// The text as it is, without its percent-encoding, and each of the two without its escapes of JSON, if they have any.
    var readings: [EncodedText] {
        let texts = [self] + [decoded(from: UInt8(ascii: "%")) { $0.percentEscape(at: $1) }].compactMap(\.self)
        return texts + texts.compactMap { $0.decoded(from: UInt8(ascii: "\\")) { $0.jsonEscape(at: $1) } }
    }

    private mutating func reserveCapacity(_ count: Int) {
        bytes.reserveCapacity(count)
        starts.reserveCapacity(count)
        ends.reserveCapacity(count)
    }

    private mutating func append(_ byte: UInt8, _ start: Int, _ end: Int) {
        bytes.append(byte)
        starts.append(start)
        ends.append(end)
    }

    /// - Parameter escape: Returns the bytes that an escape at an index encodes, and the escape's length; nil without
    ///   an escape.
    private func decoded(from mark: UInt8, _ escape: (EncodedText, Int) -> ([UInt8], Int)?) -> EncodedText? {
        guard bytes.contains(mark) else { return nil }
        var text = EncodedText()
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == mark, let (plain, length) = escape(self, index) else {
                text.append(bytes[index], starts[index], ends[index])
                index += 1
                continue
            }
            for byte in plain { text.append(byte, starts[index], ends[index + length - 1]) }
            index += length
        }
        return text.bytes.count < bytes.count ? text : nil
    }

    private func percentEscape(at index: Int) -> ([UInt8], Int)? {
        number(at: index + 1, digits: 2).map { ([UInt8($0)], 3) }
    }

    /// Decodes an escape of JSON (RFC 8259 §7).
    private func jsonEscape(at index: Int) -> ([UInt8], Int)? {
        guard index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "b"): return ([0x08], 2)
        case UInt8(ascii: "f"): return ([0x0C], 2)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([bytes[index + 1]], 2)
        case UInt8(ascii: "u"):
            guard let unit = number(at: index + 2, digits: 4) else { return nil }
            let next =
                bytes.dropFirst(index + 6).prefix(2).elementsEqual("\\u".utf8) ? number(at: index + 8, digits: 4) : nil
            var scalar = UnicodeScalar(unit)
            var length = 6
            if let next, unit & 0xFC00 == 0xD800, next & 0xFC00 == 0xDC00 {
                scalar = UnicodeScalar(0x10000 + (unit & 0x3FF) << 10 | next & 0x3FF)
                length = 12
            }
            return scalar.map { (Array(String(Character($0)).utf8), length) }
        default: return nil
        }
    }

    private func number(at index: Int, digits: Int) -> UInt32? {
        guard index + digits <= bytes.count else { return nil }
        var number: UInt32 = 0
        for byte in bytes[index..<(index + digits)] {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }
}
