/// Percent-encoding and decoding on bytes (RFC 3986 §2.1).
public enum PercentCoding {
    /// Why a part of a URL cannot be decoded.
    public enum Fault: Error, Sendable, Hashable {
        /// A percent sign without two hexadecimal digits after it; carries the text, at most three bytes.
        case malformedEscape(String)
        /// The decoded bytes are not UTF-8: overlong, a surrogate, above U+10FFFF, or truncated.
        case notUTF8
        /// A C0 or C1 control character, or DEL. Percent-encoded tab, LF and CR are accepted.
        case control(UInt8)
        /// A byte that RFC 3986 allows only percent-encoded: a space, a control character, or one of
        /// `" < > \ ^ backtick { | }`.
        case unencoded(UInt8)
    }

    /// Percent-encodes every byte except the unreserved ones of RFC 3986 §2.3 (letters, digits, `-`, `.`, `_`, `~`).
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

    /// Decodes one part of a URL: a segment, a name or a value, never a whole URL. Decodes exactly once.
    ///
    /// Accepts raw UTF-8 (RFC 3987). With `plusAsSpace` a raw `+` is a space, as in HTML forms; `%2B` is always a plus.
    public static func decode(_ bytes: ArraySlice<UInt8>, plusAsSpace: Bool = false) throws(Fault) -> String {
        switch try scan(bytes, plusAsSpace: plusAsSpace) {
        // The common case: printable ASCII without escapes decodes to itself.
        case .plain: return bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        case .ascii(let count):
            return String(unsafeUninitializedCapacity: count) { output in
                unescape(bytes, plusAsSpace: plusAsSpace) { output[$0] = $1 }
                return count
            }
        case .unchecked(let count):
            // Raw bytes and escapes must not make up one character: the bytes would not be a text without decoding.
            guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
            var decoded = [UInt8](repeating: 0, count: count)
            unescape(bytes, plusAsSpace: plusAsSpace) { decoded[$0] = $1 }
            guard let text = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
            try refuseControls(decoded)
            return text
        }
    }

    /// Throws the error that ``decode(_:plusAsSpace:)`` would throw.
    package static func check(_ bytes: ArraySlice<UInt8>) throws(Fault) {
        if case .unchecked = try scan(bytes, plusAsSpace: false) { _ = try decode(bytes) }
    }

    /// The result of a scan: the bytes as they are, ASCII of this length, or text of this length that needs a UTF-8
    /// check.
    private enum Content {
        case plain
        case ascii(Int)
        case unchecked(Int)
    }

    private static func scan(_ bytes: ArraySlice<UInt8>, plusAsSpace: Bool) throws(Fault) -> Content {
        var isPlain = true
        var isSafe = true
        var escapes = 0
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if mustBeEncoded(byte) { throw .unencoded(byte) }
            if byte == UInt8(ascii: "%") {
                guard bytes.endIndex - index > 2,
                    let high = hexadecimalValue(bytes[index + 1]), let low = hexadecimalValue(bytes[index + 2])
                else { throw malformedEscape(bytes, at: index) }
                let decoded = high << 4 | low
                // Controls are checked after decoding, because invalid UTF-8 is the fault to report first.
                if decoded >= 0x7F || (decoded < 0x20 && !isAllowedControl(decoded)) { isSafe = false }
                escapes += 1
                isPlain = false
                index += 3
            } else {
                if byte >= 0x80 { isSafe = false }
                if plusAsSpace, byte == UInt8(ascii: "+") { isPlain = false }
                index += 1
            }
        }
        if isSafe { return isPlain ? .plain : .ascii(bytes.count - 2 * escapes) }
        return .unchecked(bytes.count - 2 * escapes)
    }

    /// Reports a forbidden raw byte anywhere after the index in preference to the malformed escape at the index.
    private static func malformedEscape(_ bytes: ArraySlice<UInt8>, at index: Int) -> Fault {
        if let byte = bytes[index...].first(where: mustBeEncoded) { return .unencoded(byte) }
        return .malformedEscape(String(decoding: bytes[index...].prefix(3), as: UTF8.self))
    }

    /// Decodes scanned bytes, passing `put` each index and byte.
    @inline(__always)
    private static func unescape(_ bytes: ArraySlice<UInt8>, plusAsSpace: Bool, _ put: (Int, UInt8) -> Void) {
        var index = bytes.startIndex
        var count = 0
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                put(count, (hexadecimalValue(bytes[index + 1]) ?? 0) << 4 | (hexadecimalValue(bytes[index + 2]) ?? 0))
                index += 3
            } else {
                put(count, plusAsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
            count += 1
        }
    }

    private static func isAllowedControl(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// In valid UTF-8 a C1 control is always C2 followed by 80…9F.
    private static func refuseControls(_ bytes: [UInt8]) throws(Fault) {
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

    static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
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
