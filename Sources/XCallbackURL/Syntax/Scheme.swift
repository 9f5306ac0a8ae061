import QueryCoding

/// The scheme of a URL (RFC 3986 §3.1). Schemes compare without regard to ASCII case, so the text is in lower case.
public struct Scheme: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in lower case, without the colon.
    public let text: String

    /// Makes a scheme of an ASCII letter followed by ASCII letters, digits, `+`, `-` and `.`; nil for any other text.
    public init?(_ text: some StringProtocol) { self.init(utf8: Array(text.utf8)[...]) }

    init?(utf8: ArraySlice<UInt8>) {
        guard let first = utf8.first, first.isLetter, utf8.allSatisfy(Self.isInScheme) else { return nil }
        // Setting bit 0x20 changes only capitals: every other byte of a scheme already has it.
        text = String(decoding: utf8.map { $0 | 0x20 }, as: UTF8.self)
    }

    /// Whether the scheme is http or https. Its URLs are web links, which match by domain.
    public var isWeb: Bool { text == "http" || text == "https" }

    private static func isInScheme(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// The scheme in lower case.
    public var description: String { text }
}
