import QueryCoding
import XCallbackURL

/// A part of a URL that may contain a secret: a segment, a name or a value of its query, or its fragment. The host of a web
/// link is not such a part, because it shows where an answer went. The URL may be malformed.
struct RawPart {
    /// The decoded name of the parameter whose value the part is; nil for any other part.
    private(set) var name: String?
    let place: Range<Int>

    var isCallback: Bool { CallbackKind.allCases.contains { $0.parameterName == name } }

    /// Returns the parts of a URL in their order. The first part is a segment, which may be empty.
    static func all(in url: [UInt8]) -> [RawPart] {
        let hash = url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let question = url[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let colon = url[..<question].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? url.startIndex
        let path = url[pathStart(of: url[..<question], after: colon)..<question]
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var parts = segments.map { RawPart(name: nil, place: $0.indices) }
        // A fragment that is read as a query has pairs, too.
        for query in [url[question..<hash], url[hash...]] {
            for pair in query.dropFirst().split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
                let name = pair.prefix { $0 != UInt8(ascii: "=") }
                parts.append(RawPart(name: nil, place: name.indices))
                guard name.endIndex < pair.endIndex else { continue }
                var value = RawPart(name: decoded(name), place: (name.endIndex + 1)..<pair.endIndex)
                // No reader takes a parameter of a fragment for a callback.
                if value.isCallback, query.first == UInt8(ascii: "#") { value.name = nil }
                parts.append(value)
            }
        }
        return parts
    }

    /// Returns the start of the parts. An invalid host of a web link counts as a part, because it leads nowhere.
    private static func pathStart(of url: ArraySlice<UInt8>, after colon: Int) -> Int {
        let scheme = String(decoding: url[..<colon], as: UTF8.self).lowercased()
        guard scheme == "http:" || scheme == "https:", url[colon...].starts(with: "//".utf8) else { return colon }
        let end = url[(colon + 2)...].firstIndex(of: UInt8(ascii: "/")) ?? url.endIndex
        return (try? CallbackURL(String(decoding: url[..<end], as: UTF8.self))) == nil ? colon : end
    }

    /// Returns the decoded parameters of a text that is a URL or a part of one: of its query, of its fragment, and of a query
    /// in its fragment. A name begins after the last `?` in it, because an opaque URL may have several. A value that is
    /// encoded comes as it is too, because a URL around this one has it so.
    static func parameters(in text: ArraySlice<UInt8>) -> QueryParameters {
        func rest(of text: ArraySlice<UInt8>, after mark: Character) -> ArraySlice<UInt8> {
            text.drop { $0 != mark.asciiValue }.dropFirst()
        }
        let fragment = rest(of: text, after: "#")
        let queries = [
            rest(of: text.prefix { $0 != UInt8(ascii: "#") }, after: "?"), fragment, rest(of: fragment, after: "?"),
        ]
        return QueryParameters(
            queries.flatMap { $0.split(separator: UInt8(ascii: "&")) }.flatMap { pair -> [QueryParameter] in
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return [] }
                let name = pair[..<equals]
                let start = name.lastIndex(of: UInt8(ascii: "?")).map { $0 + 1 } ?? name.startIndex
                let value = pair[(equals + 1)...]
                let texts = Set([decoded(value), String(decoding: value, as: UTF8.self)])
                return texts.sorted().map { QueryParameter(decoded(name[start...]), $0) }
            })
    }

    /// Returns the range of the password in `sftp://user:password@host`; nil without a password.
    static func password(in url: ArraySlice<UInt8>) -> Range<Int>? {
        let authority = authority(of: url)
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
            let end = authority[..<at].firstIndex(of: UInt8(ascii: ":")), end + 1 < at
        else { return nil }
        return (end + 1)..<at
    }

    /// Returns the authority of a URL of any form; empty without an authority.
    static func authority(of url: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")), url[(colon + 1)...].starts(with: "//".utf8) else {
            return []
        }
        return url[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
    }

    /// Returns the decoded text, or the unchanged bytes if they cannot be decoded, because no reader could decode them
    /// either.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        (try? PercentCoding.decode(bytes)) ?? String(decoding: bytes, as: UTF8.self)
    }
}
