import QueryCoding
import UnixSystem
import XCallbackURL

/// The URL by which an app answers a call. It is found by its form alone, so the rest of it may be malformed.
package struct AppAnswer: Sendable {
    /// The one-time token that was planted.
    package let token: String
    private let url: [UInt8]
    /// The index after the token.
    private let end: Int

    private static let scheme = Array("\(BuiltInRoute.scheme):".utf8)
    private static let authority = Array("x-callback-url/".utf8)
    /// The most bytes that are searched for a message, which is shorter.
    private static let shownLimit = 4096

    /// Nil for any other URL.
    package init?(_ url: [UInt8]) {
        var rest = url[...]
        guard Self.skip(Self.scheme, of: &rest) else { return nil }
        rest = rest.drop { $0 == UInt8(ascii: "/") }
        if Self.skip(Self.authority, of: &rest) { rest = rest.drop { $0 == UInt8(ascii: "/") } }
        let path = "reply/".utf8
        guard rest.starts(with: path) else { return nil }
        let token = rest.dropFirst(path.count).drop { $0 == UInt8(ascii: "/") }.prefix(RandomToken.length)
        guard token.count == RandomToken.length, token.allSatisfy(RandomToken.isDigit) else { return nil }
        self.token = String(decoding: token, as: UTF8.self)
        self.url = url
        end = token.endIndex
    }

    /// Skips a prefix in any case.
    private static func skip(_ prefix: [UInt8], of bytes: inout ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= prefix.count else { return false }
        var index = bytes.startIndex
        for wanted in prefix {
            let byte = bytes[index]
            guard byte == wanted || byte | 0x20 == wanted && wanted >= UInt8(ascii: "a") else { return false }
            index += 1
        }
        bytes = bytes[index...]
        return true
    }

    /// The URL with its parameters in a query, byte for byte as they came. Apps that do not look at what they append to
    /// write `?a=1` after the planted `?`, or `&a=1` after an address without one, or encode the planted `?`.
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

    /// The first bytes after the token, for a message: without the token, and without anything after a secret name.
    /// Nobody can tell where a value ends in a malformed URL.
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
