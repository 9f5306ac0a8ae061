/// The scheme of a URL (RFC 3986 §3.1), lower-cased: schemes compare without regard to ASCII case.
public struct Scheme: Sendable, Hashable {
    /// The scheme in lower case, without the colon.
    public let text: String

    /// Nil unless the text is a letter followed by letters, digits, `+`, `-` and `.`, all ASCII.
    public init?(_ text: some StringProtocol) {
        self.init(bytes: Array(text.utf8)[...])
    }

    init?(bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, Self.isLetter(first) else { return nil }
        var isLowered = true
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): isLowered = false
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): break
            default: return nil
            }
        }
        // Every other byte that a scheme may have has the bit of lower case already.
        let lowered = isLowered ? bytes : ArraySlice(bytes.map { $0 | 0x20 })
        text = lowered.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether its URLs are web links, which match by domain.
    public var isWeb: Bool { text == "http" || text == "https" }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension Scheme: CustomStringConvertible {
    /// The scheme in lower case.
    public var description: String { text }
}
