package import QueryCoding

extension QueryParameters {
    /// Returns a URL with the parameters appended after its query and before its fragment. The URL may be malformed.
    package func appended(to text: String) -> String {
        guard !elements.isEmpty else { return text }
        let utf8 = text.utf8
        let end = utf8.firstIndex(of: UInt8(ascii: "#")) ?? utf8.endIndex
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count + 64)
        output += utf8[..<end]
        if let mark = output.firstIndex(of: UInt8(ascii: "?")) {
            // A lone `?` or a trailing `&` already separates.
            if mark + 1 < output.count, output.last != UInt8(ascii: "&") { output.append(UInt8(ascii: "&")) }
        } else {
            output.append(UInt8(ascii: "?"))
        }
        printQuery(to: &output)
        output += utf8[end...]
        return String(decoding: output, as: UTF8.self)
    }

    /// The parameters as a query, percent-encoded.
    package var queryText: String {
        var output: [UInt8] = []
        printQuery(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private func printQuery(to output: inout [UInt8]) {
        for index in elements.indices {
            if index > 0 { output.append(UInt8(ascii: "&")) }
            Self.print(elements[index].name, elements[index].value, to: &output)
        }
    }

    /// Prints a parameter, percent-encoded, at the end of a buffer.
    static func print(_ name: String, _ value: String?, to output: inout [UInt8]) {
        PercentCoding.encode(name, to: &output)
        guard let value else { return }
        output.append(UInt8(ascii: "="))
        PercentCoding.encode(value, to: &output)
    }
}
