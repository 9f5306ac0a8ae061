/// Percent-encoding and decoding on bytes (RFC 3986 §2.1).
public enum PercentCoding {
    /// The reason why a part of a URL cannot be decoded.
    public enum Fault: Error, Sendable, Hashable, CustomStringConvertible {
        /// A percent sign without two hexadecimal digits after it; carries the text, at most three bytes.
        case malformedEscape(String)
        /// The decoded bytes are not UTF-8: overlong, a surrogate, above U+10FFFF, or truncated.
        case notUTF8
        /// A C0 or C1 control character, or DEL. Percent-encoded tab, LF and CR are accepted.
        case control(UInt8)
        /// A byte that RFC 3986 allows only percent-encoded: a space, a control character, or one of
        /// `" < > \ ^ backtick { | }`.
        case unencoded(UInt8)

        /// The predicate for a sentence that begins with the part's name: `is not valid UTF-8`.
        public var description: String {
            switch self {
            case .malformedEscape(let text):
                "has a malformed percent escape '\(Self.printable(text))'; a literal percent sign is %25"
            case .notUTF8: "is not valid UTF-8"
            case .control(let byte): "has the control character \(Self.codePoint(byte))"
            case .unencoded(let byte): "has a raw \(Self.named(byte)); percent-encode it as %\(Self.hex(byte))"
            }
        }

        private static func hex(_ byte: UInt8) -> String { String(decoding: escape(byte).dropFirst(), as: UTF8.self) }

        private static func codePoint(_ byte: UInt8) -> String { "U+00\(hex(byte))" }

        private static func named(_ byte: UInt8) -> String {
            switch byte {
            case 0x20: "space"
            case 0x00..<0x20, 0x7F: "control character \(codePoint(byte))"
            default: "'\(UnicodeScalar(byte))'"
            }
        }

        /// Replaces all characters except printable ASCII with `?`, because messages reach logs and terminals.
        private static func printable(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }))
        }
    }

    /// Percent-encodes every byte except the unreserved ones of RFC 3986 §2.3 (letters, digits, `-`, `.`, `_`, `~`).
    public static func encode(_ text: String) -> String {
        var output: [UInt8] = []
        encode(text, to: &output)
        return output.count == text.utf8.count ? text : String(decoding: output, as: UTF8.self)
    }

    /// Percent-encodes a text as ``encode(_:)`` does, at the end of the output.
    package static func encode(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for index in bytes.indices where !bytes[index].isUnreserved {
                output += UnsafeBufferPointer(rebasing: bytes[start..<index])
                output += escape(bytes[index])
                start = index + 1
            }
            output += UnsafeBufferPointer(rebasing: bytes[start...])
        }
    }

    /// Percent-encodes parameters, with `&` between them, at the end of the output.
    /// - Parameter mark: The byte before the first parameter.
    package static func encode(_ parameters: QueryParameters, after mark: UInt8?, to output: inout [UInt8]) {
        // The elements of a span are read in place, so that no reference is counted.
        let elements = parameters.elements.span
        for index in elements.indices {
            if let mark = index > 0 ? UInt8(ascii: "&") : mark { output.append(mark) }
            encode(elements[index].name, to: &output)
            guard let value = elements[index].value else { continue }
            output.append(UInt8(ascii: "="))
            encode(value, to: &output)
        }
    }

    /// Decodes one part of a URL: a segment, a name or a value, never a whole URL. Decodes exactly once.
    ///
    /// Accepts raw UTF-8 (RFC 3987). With `plusAsSpace` a raw `+` is a space, as in HTML forms; `%2B` is always a plus.
    public static func decode(_ bytes: ArraySlice<UInt8>, plusAsSpace: Bool = false) throws(Fault) -> String {
        var isPlain = true
        for byte in bytes {
            if byte.isForbidden { throw .unencoded(byte) }
            let isChanged = byte == UInt8(ascii: "%") || byte.isNonASCII || plusAsSpace && byte == UInt8(ascii: "+")
            isPlain = isPlain && !isChanged
        }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            var byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard index + 1 < bytes.endIndex, let high = hexadecimalValue(bytes[index]),
                    let low = hexadecimalValue(bytes[index + 1])
                else { throw .malformedEscape(String(decoding: bytes[(index - 1)...].prefix(3), as: UTF8.self)) }
                byte = high << 4 | low
                index += 2
            } else if plusAsSpace, byte == UInt8(ascii: "+") {
                byte = UInt8(ascii: " ")
            }
            output.append(byte)
        }
        // Raw bytes and escapes must not form one character together: the raw bytes would not be a valid text without
        // decoding.
        guard !bytes.contains(where: \.isNonASCII) || String(validating: bytes, as: UTF8.self) != nil,
            let text = String(validating: output, as: UTF8.self)
        else { throw .notUTF8 }
        try refuseControls(output)
        return text
    }

    /// Throws for a C1 control, which in valid UTF-8 is always C2 followed by 80…9F.
    static func refuseControls(_ bytes: some Sequence<UInt8>) throws(Fault) {
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

    /// Returns the percent escape of a byte.
    package static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 0xF)]
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
