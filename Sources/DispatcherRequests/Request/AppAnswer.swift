import QueryCoding
import UnixSystem
import XCallbackURL

/// The URL by which an app answers a call. The daemon recognizes it by its beginning, so the rest may be malformed.
package struct AppAnswer: Sendable {
    /// The token from the callback URL of the call, which is valid once.
    package let token: String
    /// The whole URL, with its raw printable characters percent-encoded.
    let url: [UInt8]
    /// The index after the token.
    private let end: Int

    private static let scheme = Array("\(BuiltInRoute.scheme):".utf8)
    private static let authority = Array("x-callback-url/".utf8)
    private static let path = Array("reply/".utf8)
    /// The minimum number of bytes of an answer.
    private static let shortest = scheme.count + path.count + RandomToken.length
    /// The maximum number of bytes that are searched for a message. The message is shorter.
    private static let shownLimit = 4096

    /// Nil if the URL is not an answer.
    package init?(_ url: borrowing [UInt8]) {
        // Nearly every URL is not an answer, so its bytes are examined in place.
        guard let start = Self.tokenStart(in: url.span) else { return nil }
        end = start + RandomToken.length
        token = String(decoding: url[start..<end], as: UTF8.self)
        self.url = RawURL.encodingPrintable(copy url)
    }

    private static func tokenStart(in url: Span<UInt8>) -> Int? {
        var index = 0
        guard url.count >= shortest, skip(scheme.span, of: url, &index, anyCase: true) else { return nil }
        skipSlashes(of: url, &index)
        if skip(authority.span, of: url, &index, anyCase: true) { skipSlashes(of: url, &index) }
        guard skip(path.span, of: url, &index, anyCase: false) else { return nil }
        skipSlashes(of: url, &index)
        guard url.count - index >= RandomToken.length,
            (index..<(index + RandomToken.length)).allSatisfy({ RandomToken.isDigit(url[$0]) })
        else { return nil }
        return index
    }

    /// Skips a text if it comes next.
    private static func skip(
        _ text: Span<UInt8>, of bytes: Span<UInt8>, _ index: inout Int, anyCase: Bool
    ) -> Bool {
        guard bytes.count - index >= text.count else { return false }
        for place in text.indices {
            let (byte, wanted) = (bytes[index + place], text[place])
            let isCapital = anyCase && byte | 0x20 == wanted && wanted >= UInt8(ascii: "a")
            guard byte == wanted || isCapital else { return false }
        }
        index += text.count
        return true
    }

    private static func skipSlashes(of bytes: Span<UInt8>, _ index: inout Int) {
        while index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 }
    }

    /// The URL with its parameters in a query, byte for byte as they came. Some apps do not check whether the callback
    /// URL has a `?`: they write a second `?`, or `&a=1` without any `?`. Other apps encode the `?`. All such marks
    /// after the token, and the slashes before them, become one `?`.
    package var repaired: [UInt8] {
        var rest = url[end...].drop { $0 == UInt8(ascii: "/") }
        let tail = rest
        while let mark = Self.mark(at: rest) { rest = rest.dropFirst(mark) }
        guard rest.startIndex > tail.startIndex else { return url }
        return url[..<end] + [UInt8(ascii: "?")] + rest
    }

    /// The length of a `?`, `&` or `%3F`; nil for anything else.
    private static func mark(at bytes: ArraySlice<UInt8>) -> Int? {
        switch bytes.first {
        case UInt8(ascii: "?"), UInt8(ascii: "&"): 1
        case UInt8(ascii: "%") where bytes.starts(with: "%3F".utf8) || bytes.starts(with: "%3f".utf8): 3
        default: nil
        }
    }

    /// The parts after the token that have no name: segments, query parts without `=`, and the fragment.
    var unnamedParts: [ArraySlice<UInt8>] {
        let rest = repaired[end...]
        let hash = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
        let question = rest[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let pairs = rest[question..<hash].dropFirst().split(separator: UInt8(ascii: "&"))
        return rest[..<question].split(separator: UInt8(ascii: "/"))
            + pairs.filter { !$0.contains(UInt8(ascii: "=")) } + [rest[hash...].dropFirst()]
    }

    /// Returns the first bytes after the token, for a message: without the token, and without the text after a secret
    /// name. In a malformed URL, the end of a secret value is unknown.
    func shown(hiding names: SecretNames) -> String {
        var rest = repaired[end...].prefix(Self.shownLimit)
        if var end = names.end(in: rest) {
            if rest.dropFirst(end).first == UInt8(ascii: "=") { end += 1 }
            rest = rest.prefix(end) + Array(Secrets.mark.utf8)
        }
        return String(decoding: rest, as: UTF8.self).split(separator: token, omittingEmptySubsequences: false)
            .joined(separator: Secrets.mark)
    }
}
