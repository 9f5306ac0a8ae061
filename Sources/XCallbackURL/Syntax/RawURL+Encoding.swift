import QueryCoding

extension RawURL {
    /// Percent-encodes the space and the printable characters that RFC 3986 allows only percent-encoded, in everything
    /// after the scheme. The openers of KDE decode `%20`, and other serialisers of URLs leave `{` or `|` unchanged.
    package static func encodingPrintable(_ url: [UInt8]) -> [UInt8] {
        // Nearly every URL has no such byte.
        guard ByteClass(of: url.span).contains(.mustBeEncoded), let colon = url.firstIndex(of: UInt8(ascii: ":")) else {
            return url
        }
        return url[...colon] + escapingPrintable(url[(colon + 1)...])
    }

    static func escapingPrintable(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        escaping(bytes) { byte in
            (0x20..<0x7F).contains(byte) && ByteClass.isForbidden(byte)
        }
    }

    /// Returns the bytes with a percent escape in place of each byte that the closure names.
    static func escaping(_ bytes: some Sequence<UInt8>, where isEscaped: (UInt8) -> Bool) -> [UInt8] {
        bytes.flatMap { isEscaped($0) ? PercentCoding.escape($0) : [$0] }
    }
}

extension ByteClass {
    /// Whether RFC 3986 allows a byte only percent-encoded.
    static func isForbidden(_ byte: UInt8) -> Bool {
        table[Int(byte)] & (ByteClass.mustBeEncoded.rawValue | ByteClass.nonASCII.rawValue) != 0
    }
}
