package import QueryCoding
package import XCallbackURL

extension URLTemplate {
    /// Returns the URL for an input, with percent-encoded values. A query pair or a fragment with an absent value is
    /// omitted. Elsewhere an absent value is an empty text.
    package func url(
        input: QueryValue, request: (Template.RequestValue) -> String?
    ) throws(OutcomeError) -> String {
        // Neither the file nor an encoded value can contain this character.
        let absent = "\u{0}"
        var text = ""
        for piece in template.pieces {
            switch piece {
            case .text(let part): text += part
            case .parameter(let name): text += input[name]?.text.map(PercentCoding.encode) ?? absent
            case .request(let value): text += request(value).map(PercentCoding.encode) ?? absent
            }
        }
        let (beforeFragment, fragment) = text.cut(at: UInt8(ascii: "#"))
        let (beforeQuery, query) = beforeFragment.cut(at: UInt8(ascii: "?"))
        var url = beforeQuery.utf8.split(separator: 0).map { String(Substring($0)) }.joined()
        if let query {
            let pairs = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            let present = pairs.filter { !$0.contains(0) }.map { String(Substring($0)) }
            if !present.isEmpty { url += "?\(present.joined(separator: "&"))" }
        }
        if let fragment, !fragment.utf8.contains(0) { url += "#\(fragment)" }
        guard url.hasAuthority == template.startsWithAuthority else {
            throw OutcomeError(.input, "an empty value would change what the URL means")
        }
        return url
    }
}

extension Template {
    /// Whether the text of the author has `//` after the scheme.
    var startsWithAuthority: Bool {
        if case .text(let text)? = pieces.first { text.hasAuthority } else { false }
    }
}

extension String {
    fileprivate var hasAuthority: Bool {
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return utf8[colon...].starts(with: "://".utf8)
    }

    /// Splits the text at the first such byte, which is ASCII.
    fileprivate func cut(at separator: UInt8) -> (String, String?) {
        guard let place = utf8.firstIndex(of: separator) else { return (self, nil) }
        return (String(self[..<place]), String(self[utf8.index(after: place)...]))
    }
}
