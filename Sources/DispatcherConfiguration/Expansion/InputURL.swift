import QueryCoding
import XCallbackURL

/// A value of the type `url`, which a command may pass to ssh, curl or a browser.
struct InputURL {
    private let scheme: Scheme
    /// The decoded user info and host; nil without an authority.
    private let userInfo: Substring?
    private let host: Substring?

    /// Returns nil if the text is not an absolute URL.
    init?(_ text: String) {
        guard ScalarSyntax.isURL(text), let url = try? RawURL(Array(text.utf8)) else { return nil }
        scheme = url.scheme
        let authority = url.authority.flatMap { try? PercentCoding.decode($0) }
        let sign = authority?.lastIndex(of: "@")
        userInfo = sign.flatMap { authority?[..<$0] }
        host = authority.map { authority in sign.map { authority[authority.index(after: $0)...] } ?? authority[...] }
    }

    /// The reason why each socket refuses the URL; nil if the control socket accepts it. The other sockets also check
    /// ``faultFromOutside``.
    ///
    /// ssh, git and other programs pass the authority to the next program, which would read an authority with a leading
    /// `-` as an option. A web link without a host is invalid (RFC 9110 §4.2.1): a browser opens `https:x` as
    /// `https://x/`.
    var fault: String? {
        if [userInfo, host].contains(where: { $0?.utf8.first == UInt8(ascii: "-") }) {
            return "must be a URL whose user and host do not begin with '-'"
        }
        let name = host?.utf8.prefix { $0 != UInt8(ascii: ":") }
        return scheme.isWeb && name?.isEmpty ?? true ? "must be a URL with a host" : nil
    }

    /// The reason why only the desktop and agent sockets refuse the URL: text before an `@` can be mistaken for the host.
    var faultFromOutside: String? {
        scheme.isWeb && userInfo != nil ? "must be a URL without user info" : nil
    }
}
