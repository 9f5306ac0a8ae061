import QueryCoding
import XCallbackURL

/// A value of the type `url`, which a command may pass to ssh, curl or a browser.
struct InputURL {
    private let scheme: Scheme
    /// The decoded user info and host, with the port; nil without an authority.
    private let userInfo: Substring?
    private let host: Substring?

    /// Returns nil if the text is not an absolute URL, or if its authority cannot be decoded.
    init?(_ text: String) {
        guard ScalarSyntax.isURL(text), let url = try? RawURL(Array(text.utf8)) else { return nil }
        scheme = url.scheme
        guard let bytes = url.authority else {
            (userInfo, host) = (nil, nil)
            return
        }
        guard let authority = try? PercentCoding.decode(bytes) else { return nil }
        // By scalars: a mark after the `@` forms one character with it.
        let scalars = authority.unicodeScalars
        let sign = scalars.lastIndex(of: "@")
        userInfo = sign.map { Substring(scalars[..<$0]) }
        host = Substring(sign.map { scalars[scalars.index(after: $0)...] } ?? scalars[...])
    }

    /// The reason why each socket refuses the URL; nil if the control socket accepts it. The other sockets also check
    /// ``faultFromOutside``.
    ///
    /// ssh, git and other programs pass the authority to the next program, which would read an authority with a leading
    /// `-` as an option. A person reads the host to decide whether to trust a link, so each of its characters is visible.
    /// A web link without a host is invalid (RFC 9110 §4.2.1): a browser opens `https:x` as `https://x/`.
    var fault: String? {
        if [userInfo, host].contains(where: { $0?.utf8.first == UInt8(ascii: "-") }) {
            return "must be a URL whose user and host do not begin with '-'"
        }
        if let host, !CharacterDisplay.shows(host) {
            return "must be a URL whose host has no invisible character"
        }
        if let port, UInt16(port) == nil { return "must be a URL whose port is at most 65535" }
        let name = host?.utf8.prefix { $0 != UInt8(ascii: ":") }
        return scheme.isWeb && name?.isEmpty ?? true ? "must be a URL with a host" : nil
    }

    /// The digits after the last colon of the host; nil if another character or nothing follows the colon, as in the
    /// brackets of an IPv6 address.
    private var port: Substring? {
        guard let host, let colon = host.unicodeScalars.lastIndex(of: ":") else { return nil }
        let digits = Substring(host.unicodeScalars[colon...].dropFirst())
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return digits
    }

    /// The reason why only the desktop and agent sockets refuse the URL: text before an `@` can be mistaken for the host.
    var faultFromOutside: String? {
        scheme.isWeb && userInfo != nil ? "must be a URL without user info" : nil
    }
}
