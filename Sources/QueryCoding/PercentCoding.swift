/// Percent-coding on bytes (RFC 3986 §2.1), decoded exactly once.
public enum PercentCoding {
    /// Why a piece of a URL cannot be decoded.
    public enum Fault: Error, Sendable, Hashable {
        /// A percent sign that two hexadecimal digits do not follow; the text as it stands, at most three bytes.
        case malformedEscape(String)
        /// The decoded bytes are not UTF-8: overlong, a surrogate, past U+10FFFF, or cut short.
        case notUTF8
        /// A C0 or C1 control, or DEL; tab, LF and CR pass when they were percent-encoded.
        case control(UInt8)
        /// A byte that RFC 3986 lets nobody write as it is: a space, a control, or one of `" < > \ ^ backtick { | }`.
        case unencoded(UInt8)
    }

    /// Percent-encodes every byte but the unreserved ones of RFC 3986 §2.3 (letters, digits, `-`, `.`, `_`, `~`).
    public static func encode(_ text: String) -> String {
        var copy = text
        let allUnreserved = copy.withUTF8 { bytes in bytes.allSatisfy(isUnreserved) }
        guard !allUnreserved else { return text }
        let capacity = copy.utf8.count * 3
        return copy.withUTF8 { bytes in
            String(unsafeUninitializedCapacity: capacity) { output in
                var count = 0
                for byte in bytes {
                    if isUnreserved(byte) {
                        output[count] = byte
                        count += 1
                    } else {
                        output[count] = UInt8(ascii: "%")
                        output[count + 1] = hexadecimalDigit(byte >> 4)
                        output[count + 2] = hexadecimalDigit(byte & 0xF)
                        count += 3
                    }
                }
                return count
            }
        }
    }

    /// Decodes one piece of a URL: a segment, a name or a value, never a whole URL.
    ///
    /// Raw UTF-8 passes (RFC 3987). With `plusAsSpace` a raw `+` is a space, as in HTML forms; `%2B` is always a plus.
    public static func decode(_ bytes: ArraySlice<UInt8>, plusAsSpace: Bool = false) throws(Fault) -> String {
        var isPlain = true
        for byte in bytes {
            if mustBeEncoded(byte) { throw .unencoded(byte) }
            if byte == UInt8(ascii: "%") || byte >= 0x80 || (plusAsSpace && byte == UInt8(ascii: "+")) {
                isPlain = false
            }
        }
        // Printable ASCII without escapes is its own decoding, and the common case.
        let decoded = isPlain ? bytes : ArraySlice(try unescape(bytes, plusAsSpace: plusAsSpace))
        let text = decoded.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
        guard let text else { throw .notUTF8 }
        if !isPlain { try refuseControls(decoded) }
        return text
    }

    private static func unescape(_ bytes: ArraySlice<UInt8>, plusAsSpace: Bool) throws(Fault) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard bytes.endIndex - index > 2,
                    let high = hexadecimalValue(bytes[index + 1]), let low = hexadecimalValue(bytes[index + 2])
                else {
                    throw .malformedEscape(String(decoding: bytes[index...].prefix(3), as: UTF8.self))
                }
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(plusAsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return output
    }

    /// In valid UTF-8 a C1 control is always C2 followed by 80…9F.
    private static func refuseControls(_ bytes: ArraySlice<UInt8>) throws(Fault) {
        var previous: UInt8 = 0
        for byte in bytes {
            switch byte {
            case 0x09, 0x0A, 0x0D: break
            case 0x00..<0x20, 0x7F: throw .control(byte)
            case 0x80..<0xA0 where previous == 0xC2: throw .control(byte)
            default: break
            }
            previous = byte
        }
    }

    private static func mustBeEncoded(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x20, 0x7F: true
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"): true
        case UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"): true
        default: false
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension PercentCoding.Fault: CustomStringConvertible {
    /// What is wrong with the piece, to stand behind its name: `is not valid UTF-8`.
    public var description: String {
        switch self {
        case .malformedEscape(let text):
            "has a malformed percent escape '\(PercentCoding.printable(text))'; a literal percent sign is %25"
        case .notUTF8: "is not valid UTF-8"
        case .control(let byte): "has the control character \(PercentCoding.codePoint(byte))"
        case .unencoded(let byte):
            "has a raw \(PercentCoding.named(byte)); percent-encode it as %\(PercentCoding.hex(byte))"
        }
    }
}

extension PercentCoding {
    fileprivate static func hex(_ byte: UInt8) -> String {
        String(decoding: [hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 0xF)], as: UTF8.self)
    }

    fileprivate static func codePoint(_ byte: UInt8) -> String { "U+00\(hex(byte))" }

    fileprivate static func named(_ byte: UInt8) -> String {
        switch byte {
        case 0x20: "space"
        case 0x00..<0x20, 0x7F: "control character \(codePoint(byte))"
        default: "'\(UnicodeScalar(byte))'"
        }
    }

    /// Messages travel to logs and terminals: what is not printable ASCII shows as `?`.
    fileprivate static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }))
    }
}
