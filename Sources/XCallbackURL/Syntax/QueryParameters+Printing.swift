package import QueryCoding

extension QueryParameters {
    /// Returns a URL with the parameters appended after its query and before its fragment. The URL may be malformed.
    package func appended(to text: String) -> String {
        guard !elements.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        var output = Array(bytes[..<end])
        // A lone `?` or a trailing `&` already separates.
        let mark: UInt8? =
            if !output.contains(UInt8(ascii: "?")) {
                UInt8(ascii: "?")
            } else if output.last == UInt8(ascii: "&") || output.firstIndex(of: UInt8(ascii: "?")) == end - 1 {
                nil
            } else {
                UInt8(ascii: "&")
            }
        PercentCoding.encode(self, after: mark, to: &output)
        return String(decoding: output + bytes[end...], as: UTF8.self)
    }
}
