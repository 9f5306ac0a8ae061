import QueryCoding
import RequestRecord

/// Percent-decoding as a table of rules, each applied to the whole text: slow, and independent of the decoder under test.
enum ReferenceDecoder {
    private static let forbidden = Set(Array("\"<>\\^`{|} ".utf8) + Array(0...0x1F) + [0x7F])
    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func decode(_ bytes: [UInt8], plusAsSpace: Bool) -> Result<[UInt8], PercentCoding.Fault> {
        if let byte = bytes.first(where: forbidden.contains) { return .failure(.unencoded(byte)) }
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == 0x25 else {
                output.append(byte == 0x2B && plusAsSpace ? 0x20 : byte)
                index += 1
                continue
            }
            let digits = bytes[(index + 1)...].prefix(2).compactMap(hexadecimal)
            guard digits.count == 2 else {
                return .failure(.malformedEscape(String(decoding: bytes[index...].prefix(3), as: UTF8.self)))
            }
            output.append(digits[0] * 16 + digits[1])
            index += 3
        }
        guard scalars(bytes) != nil, let scalars = scalars(output) else { return .failure(.notUTF8) }
        for scalar in scalars where scalar < 0x20 || (0x7F...0x9F).contains(scalar) {
            if scalar != 9, scalar != 10, scalar != 13 { return .failure(.control(UInt8(scalar))) }
        }
        return .success(output)
    }

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in
            unreserved.contains(byte) ? [byte] : [0x25, digits[Int(byte / 16)], digits[Int(byte % 16)]]
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? { UInt8(String(UnicodeScalar(byte)), radix: 16) }

    /// The scalars of UTF-8 by the table of RFC 3629 §3; nil for a text that is not UTF-8.
    private static func scalars(_ bytes: [UInt8]) -> [UInt32]? {
        var scalars: [UInt32] = []
        var rest = bytes[...]
        while let first = rest.popFirst() {
            let (count, bits, least): (Int, UInt8, UInt32)
            switch first {
            case 0x00...0x7F: (count, bits, least) = (0, first, 0)
            case 0xC0...0xDF: (count, bits, least) = (1, first & 0x1F, 0x80)
            case 0xE0...0xEF: (count, bits, least) = (2, first & 0x0F, 0x800)
            case 0xF0...0xF7: (count, bits, least) = (3, first & 0x07, 0x10000)
            default: return nil
            }
            var scalar = UInt32(bits)
            for _ in 0..<count {
                guard let next = rest.popFirst(), next & 0xC0 == 0x80 else { return nil }
                scalar = scalar << 6 | UInt32(next & 0x3F)
            }
            guard scalar >= least, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else { return nil }
            scalars.append(scalar)
        }
        return scalars
    }
}
