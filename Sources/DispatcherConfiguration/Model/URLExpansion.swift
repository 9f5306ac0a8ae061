import QueryCoding

/// A URL that is built from the text of a template and from values, in one pass over its bytes.
struct URLExpansion {
    /// The part of the URL that the last byte belongs to. Only the author's text can begin another part: in a value,
    /// the bytes that begin a part are encoded.
    private enum Part {
        case path
        case query
        case fragment
    }

    private var url: [UInt8] = []
    private var part = Part.path
    /// The index at which the query pair or the fragment begins, including the character before it.
    private var start = 0
    /// Whether the query pair or the fragment lacks a value, and so is omitted.
    private var isOmitted = false
    /// Whether the query has a pair.
    private var hasPairs = false

    init() { url.reserveCapacity(128) }

    /// Adds text of the route's author.
    mutating func add(_ text: String) {
        for byte in text.utf8 {
            switch (byte, part) {
            case (UInt8(ascii: "#"), .path), (UInt8(ascii: "#"), .query): begin(.fragment, with: byte)
            case (UInt8(ascii: "?"), .path): begin(.query, with: byte)
            case (UInt8(ascii: "&"), .query): begin(.query, with: byte)
            default: url.append(byte)
            }
        }
    }

    /// Adds the encoded form of a value; nil means an absent value.
    mutating func add(value: String?) {
        guard let value else { return isOmitted = part != .path }
        url.append(contentsOf: PercentCoding.encode(value).utf8)
    }

    /// Ends the last part, and returns the URL.
    consuming func finish() -> [UInt8] {
        end()
        return url
    }

    private mutating func begin(_ next: Part, with separator: UInt8) {
        end()
        part = next
        start = url.count
        // The first remaining pair follows the `?`.
        url.append(next == .query && !hasPairs ? UInt8(ascii: "?") : separator)
    }

    private mutating func end() {
        if isOmitted {
            url.removeSubrange(start...)
        } else if part == .query {
            hasPairs = true
        }
        isOmitted = false
    }

    /// Whether a URL, or the beginning of one, has `//` after its scheme.
    static func hasAuthority(_ url: [UInt8]) -> Bool {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")), colon + 2 < url.count else { return false }
        return url[colon + 1] == UInt8(ascii: "/") && url[colon + 2] == UInt8(ascii: "/")
    }
}
