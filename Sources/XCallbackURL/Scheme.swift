import QueryCoding

/// The scheme of a URL (RFC 3986 §3.1). Schemes compare without regard to ASCII case, so the text is in lower case.
public struct Scheme: Sendable, Hashable {
    /// The scheme in lower case, without the colon.
    public let text: String

    /// Makes a scheme of an ASCII letter followed by ASCII letters, digits, `+`, `-` and `.`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        var copy = String(text)
        guard let scheme = copy.withUTF8({ Scheme($0.span) }) else { return nil }
        self = scheme
    }

    init?(_ utf8: Span<UInt8>) {
        guard !utf8.isEmpty, Self.isLetter(utf8[0]) else { return nil }
        var isLowered = true
        for index in utf8.indices {
            let byte = utf8[index]
            // Nearly all are.
            if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { continue }
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): isLowered = false
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): break
            default: return nil
            }
        }
        // Setting bit 0x20 changes only capitals: every other byte of a scheme already has it.
        text =
            isLowered
            ? String(decoding: utf8) : String(decoding: utf8.indices.map { utf8[$0] | 0x20 }, as: UTF8.self)
    }

    /// Whether the scheme is http or https. Its URLs are web links, which match by domain.
    public var isWeb: Bool {
        // The length decides for most, and takes no call.
        switch text.utf8.count {
        case 4: text == "http"
        case 5: text == "https"
        default: false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension Scheme: CustomStringConvertible {
    /// The scheme in lower case.
    public var description: String { text }
}
