import QueryCoding

extension RawURL {
    /// Percent-encodes the space and the printable characters that RFC 3986 allows only percent-encoded, in everything
    /// after the scheme and the authority. The openers of KDE decode `%20`, and other serialisers of URLs leave `{` or
    /// `|` unchanged.
    package static func encodingPrintable(_ url: [UInt8]) -> [UInt8] {
        // Nearly every URL has no such byte.
        guard ByteClass(of: url.span).contains(.mustBeEncoded),
            let start = try? RawURL(url).parts.path.range.lowerBound
        else { return url }
        var output = Array(url[..<start])
        for byte in url[start...] {
            let isPrintable = (0x20..<0x7F).contains(byte)
            if isPrintable, ByteClass.table[Int(byte)] & ByteClass.mustBeEncoded.rawValue != 0 {
                output += PercentCoding.escape(byte)
            } else {
                output.append(byte)
            }
        }
        return output
    }
}
