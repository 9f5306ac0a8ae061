public import QueryCoding

/// One of the three callbacks.
public enum CallbackKind: String, Codable, Sendable, Hashable, CaseIterable {
    /// `x-success`
    case success
    /// `x-error`
    case error
    /// `x-cancel`
    case cancel

    /// The reserved parameter name of the callback.
    public var parameterName: String {
        switch self {
        case .success: "x-success"
        case .error: "x-error"
        case .cancel: "x-cancel"
        }
    }
}

/// A URL that a caller wants opened with the outcome. It is absolute, correctly percent-encoded, and has no user info.
/// Its bytes stay as the caller wrote them.
public struct CallbackURL: Sendable, Hashable {
    /// The URL as the caller wrote it, except that its scheme is in lower case.
    public let text: String
    /// Its scheme.
    public let scheme: Scheme
    /// The host of a web link in lower case, with its port if it has one; nil for other schemes.
    public let host: String?
    /// The entry of a list of hosts that lets this URL out: the host for https, `http://` and the host for http; nil for
    /// other schemes.
    package var hostEntry: String? { host.map { scheme.text == "http" ? Self.plainPrefix + $0 : $0 } }
    /// Begins the entry of a host that may be named without encryption.
    package static let plainPrefix = "http://"
    /// Why this URL is never opened, regardless of configuration; nil if it may be opened.
    public let ban: String?

    /// The maximum length of an emitted URL in bytes. Linux limits one argument of `execve(2)` to 131,072 bytes with
    /// its NUL.
    public static let maximumLength = 131_071

    /// Parses a decoded `x-success`, `x-error` or `x-cancel`.
    public init(_ text: String) throws(XCallbackURLError) {
        let raw = try RawURL(Array(text.utf8))
        try raw.checkParts()
        if let authority = raw.authority, authority.contains(UInt8(ascii: "@")) { throw .userInfo }
        if raw.scheme.isWeb {
            host = try Host(raw.authority).text
        } else {
            if let authority = raw.authority { _ = try RawURL.decode(authority, part: .authority) }
            host = nil
        }
        scheme = raw.scheme
        if text.utf8.starts(with: scheme.text.utf8) {
            self.text = text
        } else {
            self.text = scheme.text + String(decoding: text.utf8.dropFirst(scheme.text.utf8.count), as: UTF8.self)
        }
        // The ban depends on parameters only for mailto.
        let parameters =
            scheme.text == "mailto" ? try raw.decodedParameters(plusAsSpace: false, limit: .max) : QueryParameters()
        ban = BannedScheme.reason(scheme, parameters: parameters)
    }

    /// Returns the URL with the parameters appended after its query and before its fragment. It never replaces a
    /// parameter. Without parameters the URL is unchanged.
    public func appending(_ parameters: QueryParameters) -> String { parameters.appended(to: text) }

    /// Returns the parameters that the URL does not have yet. `tags` in the URL also covers `tags.0` and `tags[]`.
    func absent(_ parameters: QueryParameters) -> QueryParameters {
        // Decoding cannot fail: `init` has already checked the URL.
        guard !parameters.elements.isEmpty, let raw = try? RawURL(Array(text.utf8)),
            let present = try? raw.decodedParameters(plusAsSpace: false, limit: .max)
        else { return parameters }
        let names = Set(present.elements.map { Array($0.name.rootName) })
        return QueryParameters(parameters.elements.filter { !names.contains(Array($0.name.rootName)) })
    }
}

extension String {
    /// The name up to the first `.` or `[`, which is the name of the whole array or structure.
    fileprivate var rootName: Substring.UTF8View { utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") } }
}

extension CallbackURL {
    /// Compares bytes.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }
}

extension QueryParameters {
    /// Returns a URL with the parameters appended after its query and before its fragment. The URL may be malformed.
    package func appended(to text: String) -> String {
        guard !elements.isEmpty else { return text }
        let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        var url = String(text[..<hash])
        if let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) {
            let last = url.utf8.index(before: url.endIndex)
            // A lone `?` or a trailing `&` already separates.
            if last != mark && url.utf8[last] != UInt8(ascii: "&") { url += "&" }
        } else {
            url += "?"
        }
        return url + queryText + text[hash...]
    }

    /// The parameters as a query, percent-encoded.
    package var queryText: String {
        elements.map { element in
            let name = PercentCoding.encode(element.name)
            guard let value = element.value else { return name }
            return "\(name)=\(PercentCoding.encode(value))"
        }.joined(separator: "&")
    }
}
