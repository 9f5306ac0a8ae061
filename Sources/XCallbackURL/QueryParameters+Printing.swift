package import QueryCoding

extension QueryParameters {
    /// Returns a URL with the parameters appended after its query and before its fragment. The URL may be malformed.
    package func appended(to text: String) -> String {
        guard !elements.isEmpty else { return text }
        var text = text
        return text.withUTF8 { utf8 in
            let end = utf8.span.firstIndex(of: UInt8(ascii: "#")) ?? utf8.count
            let mark = utf8.span.extracting(0..<end).firstIndex(of: UInt8(ascii: "?"))
            return String(capacity: utf8.count + 1 + capacity) { output in
                for index in 0..<end { output.append(utf8[index]) }
                if let mark {
                    // A lone `?` or a trailing `&` already separates.
                    if mark + 1 < end, utf8[end - 1] != UInt8(ascii: "&") { output.append(UInt8(ascii: "&")) }
                } else {
                    output.append(UInt8(ascii: "?"))
                }
                printQuery(to: &output)
                for index in end..<utf8.count { output.append(utf8[index]) }
            }
        }
    }

    /// The parameters as a query, percent-encoded.
    package var queryText: String { String(capacity: capacity) { printQuery(to: &$0) } }

    /// The greatest length of the query.
    var capacity: Int {
        var capacity = 0
        for element in elements { capacity += Self.capacity(element.name, element.value) }
        return capacity
    }

    /// The greatest length of a parameter in a query, with a separator.
    static func capacity(_ name: String, _ value: String?) -> Int {
        2 + PercentCoding.capacity(of: name) + (value.map { PercentCoding.capacity(of: $0) } ?? 0)
    }

    private func printQuery(to output: inout OutputSpan<UInt8>) {
        for index in elements.indices {
            if index > 0 { output.append(UInt8(ascii: "&")) }
            Self.print(elements[index].name, elements[index].value, to: &output)
        }
    }

    /// Prints a parameter, percent-encoded, at the end of a span with enough room.
    static func print(_ name: String, _ value: String?, to output: inout OutputSpan<UInt8>) {
        PercentCoding.encode(name, to: &output)
        guard let value else { return }
        output.append(UInt8(ascii: "="))
        PercentCoding.encode(value, to: &output)
    }
}
