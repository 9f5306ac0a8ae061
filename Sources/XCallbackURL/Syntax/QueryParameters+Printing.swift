package import QueryCoding

extension QueryParameters {
    /// Returns a URL with the parameters appended after its query and before its fragment. The URL may be malformed.
    package func appended(to text: String) -> String {
        guard !elements.isEmpty else { return text }
        var text = text
        return text.withUTF8 { utf8 in
            let end = utf8.span.firstIndex(of: UInt8(ascii: "#")) ?? utf8.count
            let mark = utf8.span.extracting(0..<end).firstIndex(of: UInt8(ascii: "?"))
            return String(capacity: utf8.count + 1 + PercentCoding.capacity(of: self)) { output in
                for index in 0..<end { output.append(utf8[index]) }
                if let mark {
                    // A lone `?` or a trailing `&` already separates.
                    if mark + 1 < end, utf8[end - 1] != UInt8(ascii: "&") { output.append(UInt8(ascii: "&")) }
                } else {
                    output.append(UInt8(ascii: "?"))
                }
                PercentCoding.encode(self, after: nil, to: &output)
                for index in end..<utf8.count { output.append(utf8[index]) }
            }
        }
    }
}
