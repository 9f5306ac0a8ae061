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
    package init?(_ url: [UInt8]) {
        guard url.count >= Self.shortest, Self.begins(url[...], with: Self.scheme) else { return nil }
        var rest = Self.withoutSlashes(url[Self.scheme.count...])
        if Self.begins(rest, with: Self.authority) { rest = Self.withoutSlashes(rest.dropFirst(Self.authority.count)) }
        guard rest.starts(with: Self.path) else { return nil }
        let token = Self.withoutSlashes(rest.dropFirst(Self.path.count)).prefix(RandomToken.length)
        guard token.count == RandomToken.length, token.allSatisfy(RandomToken.isDigit) else { return nil }
        end = token.endIndex
        self.token = String(decoding: token, as: UTF8.self)
        self.url = RawURL.encodingPrintable(url)
    }

    /// Whether bytes begin with a text in lower case, or with the same text in another case.
    private static func begins(_ bytes: ArraySlice<UInt8>, with text: [UInt8]) -> Bool {
        bytes.starts(with: text) { byte, wanted in
            byte == wanted || byte | 0x20 == wanted && wanted >= UInt8(ascii: "a")
        }
    }

    private static func withoutSlashes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.drop { $0 == UInt8(ascii: "/") }
    }

    /// The URL with its parameters in a query, byte for byte as they came. Some apps do not check whether the callback
    /// URL has a `?`: they write a second `?`, or `&a=1` without any `?`. Other apps encode the `?`. All such marks
    /// after the token, and the slashes before them, become one `?`.
    package var repaired: [UInt8] {
        var rest = Self.withoutSlashes(url[end...])
        let tail = rest
        let marks = ["?", "&", "%3F", "%3f"]
        while let mark = marks.first(where: { rest.starts(with: $0.utf8) }) { rest = rest.dropFirst(mark.utf8.count) }
        guard rest.startIndex > tail.startIndex else { return url }
        return url[..<end] + [UInt8(ascii: "?")] + rest
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
