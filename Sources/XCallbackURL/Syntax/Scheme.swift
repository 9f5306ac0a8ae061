import QueryCoding

/// The scheme of a URL (RFC 3986 §3.1). Schemes compare without regard to ASCII case, so the text is in lower case.
public struct Scheme: Sendable, Hashable {
    /// The scheme in lower case, without the colon.
    public let text: String

    /// Makes a scheme of an ASCII letter followed by ASCII letters, digits, `+`, `-` and `.`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let scheme = String(text).withBytes { utf8 in
            Self.isLowered(utf8).map { Scheme(checked: utf8, isLowered: $0) }
        }
        guard let scheme else { return nil }
        self = scheme
    }

    /// Returns true if a scheme has no capital letters; nil if the bytes are not a scheme.
    static func isLowered(_ utf8: Span<UInt8>) -> Bool? {
        guard !utf8.isEmpty, isLetter(utf8[0]) else { return nil }
        var isLowered = true
        for index in utf8.indices {
            let byte = utf8[index]
            // Nearly all bytes of schemes are small letters.
            if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { continue }
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): isLowered = false
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): break
            default: return nil
            }
        }
        return isLowered
    }

    /// Makes a scheme of bytes for which ``isLowered(_:)`` returned a result.
    init(checked utf8: Span<UInt8>, isLowered: Bool) {
        // Setting bit 0x20 changes only capitals: every other byte of a scheme already has it.
        text =
            isLowered
            ? String(decoding: utf8) : String(decoding: utf8.indices.map { utf8[$0] | 0x20 }, as: UTF8.self)
    }

    /// Whether the scheme is http or https. Its URLs are web links, which match by domain.
    public var isWeb: Bool { text.withBytes { Self.isWeb($0) } }

    static func isWeb(_ lowered: Span<UInt8>) -> Bool { lowered.equals("http") || lowered.equals("https") }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension Scheme: CustomStringConvertible {
    /// The scheme in lower case.
    public var description: String { text }
}
