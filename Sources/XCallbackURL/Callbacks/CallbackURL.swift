public import QueryCoding

/// A URL to open: a callback, or the URL that a script calls in another app. The URL is absolute and correctly
/// percent-encoded. A callback has no user info. Except for the scheme, which is in lower case, the bytes stay as they
/// were written.
public struct CallbackURL: Sendable, Hashable {
    /// The URL as the caller wrote it, except that its scheme is in lower case.
    public var text: String { content.text }
    /// The URL for the app that opens it: ``text``, with each value percent-encoded in a `mailto:`, unless a script calls
    /// the URL.
    package var openedText: String { content.mail?.text ?? text }
    /// The host of a web link in lower case, with its port, if any; nil for other schemes.
    public var host: String? { content.host }
    /// The scheme of the URL.
    public var scheme: Scheme { content.scheme }
    /// The entry that allows this URL in a list of hosts: the host for https, `http://` and the host for http; nil for
    /// other schemes.
    package var hostEntry: String? { host.map { scheme.text == "http" ? Self.plainPrefix + $0 : $0 } }
    /// The start of an entry for a host that may be opened without encryption.
    package static let plainPrefix = "http://"
    /// The name of an error's code in an x-error.
    package static let errorCodeName = "errorCode"
    /// The name of an error's message in an x-error.
    package static let errorMessageName = "errorMessage"
    /// The reason why this URL is never opened, regardless of configuration; nil if the URL may be opened.
    public var ban: String? {
        if let reason = BannedScheme.reason(scheme) { return reason }
        return content.mail?.ban.map { "\(scheme): with \($0) is never opened as a callback" }
    }
    /// The reason why not even a route whose author wrote the URL opens it: a mail with a character by which xdg-email(1)
    /// would attach a file. Nil if such a route may open the URL.
    package var fault: String? { content.mail?.fault.map { "\(scheme): with \($0) is never opened" } }

    /// The maximum length of an emitted URL in bytes. Linux limits one argument of `execve(2)` to 131,072 bytes with
    /// its NUL.
    public static let maximumLength = 131_071

    /// Held as one reference, because a request is copied often and has room for three callbacks.
    private let content: Content

    private final class Content: Sendable {
        let text: String
        let scheme: Scheme
        let host: String?
        /// Nil for any URL but a mail, and for a URL that a script calls.
        let mail: MailURL?

        init(text: String, scheme: Scheme, host: String?, mail: MailURL?) {
            self.text = text
            self.scheme = scheme
            self.host = host
            self.mail = mail
        }
    }

    /// Parses a decoded `x-success`, `x-error` or `x-cancel`.
    public init(_ text: String) throws(XCallbackURLError) { try self.init(text, isForeign: false) }

    /// Parses the URL that a script calls in another app. The authority may have user info and a port.
    package init(foreign text: String) throws(XCallbackURLError) { try self.init(text, isForeign: true) }

    private init(_ text: String, isForeign: Bool) throws(XCallbackURLError) {
        let raw = try RawURL(Array(text.utf8))
        let scheme = raw.scheme
        let rest = raw.bytes[scheme.text.utf8.count...]
        let isLowered = text.utf8.starts(with: scheme.text.utf8)
        let text = isLowered ? text : scheme.text + String(decoding: rest, as: UTF8.self)
        try raw.check()
        if !isForeign, raw.authority?.contains(UInt8(ascii: "@")) ?? false { throw .userInfo }
        let host = scheme.isWeb ? try Host(raw.authority, isForeign: isForeign).text : nil
        if let authority = raw.authority { _ = try RawURL.decode(authority, part: .authority) }
        let mail = try !isForeign && scheme.text == "mailto" ? MailURL(text) : nil
        content = Content(text: text, scheme: scheme, host: host, mail: mail)
    }

    /// Returns the text with which an app opens a URL. A malformed URL is unchanged.
    package static func opened(_ text: String) -> String { (try? CallbackURL(text))?.openedText ?? text }

    /// Whether the URL opens a mail, in which an outcome may set only some fields.
    package var isMail: Bool { content.mail != nil }

    /// Returns the URL with the parameters appended after its query and before its fragment. No parameter is replaced.
    /// Without parameters the URL is unchanged.
    public func appending(_ parameters: QueryParameters) -> String { parameters.appended(to: text) }

    /// Returns why this URL is never opened after an outcome was appended; nil if the result may be opened. An appended
    /// parameter can be banned only in a mail, and a text that is no longer a URL is not opened.
    package func ban(appended text: String) -> String? {
        guard isMail else { return ban }
        do throws(XCallbackURLError) {
            return try CallbackURL(text).ban
        } catch {
            return error.description
        }
    }

    /// Returns those parameters that the URL does not have yet. `tags` in the URL also covers `tags.0` and `tags[]`.
    func absent(_ parameters: QueryParameters) -> QueryParameters {
        guard !parameters.elements.isEmpty else { return parameters }
        // `init` decoded the URL. For a URL that cannot be decoded, return no parameters, because the URL may have any
        // of them.
        let own = try? RawURL(Array(text.utf8)).decodedParameters(plusAsSpace: false, limit: .max)
        guard let own else { return [] }
        let names = Set(own.elements.map { Array($0.name.rootName) })
        return QueryParameters(parameters.elements.filter { !names.contains(Array($0.name.rootName)) })
    }

    /// Compares bytes.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
    /// The name up to the first `.` or `[`, which is the name of the whole array or structure.
    fileprivate var rootName: Substring.UTF8View { utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") } }
}
