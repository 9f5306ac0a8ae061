extension PercentCoding.Fault: CustomStringConvertible {
    /// The predicate for a sentence that begins with the part's name: `is not valid UTF-8`.
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

    /// Replaces all characters except printable ASCII with `?`, because messages reach logs and terminals.
    fileprivate static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }))
    }
}
