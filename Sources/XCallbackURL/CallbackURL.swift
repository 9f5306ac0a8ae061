public import QueryCoding

/// Which of the three callbacks.
public enum CallbackKind: String, Sendable, Hashable, CaseIterable {
    /// `x-success`
    case success
    /// `x-error`
    case error
    /// `x-cancel`
    case cancel

    /// The reserved name that carries it.
    public var parameterName: String {
        switch self {
        case .success: "x-success"
        case .error: "x-error"
        case .cancel: "x-cancel"
        }
    }
}

/// A URL that a caller wants opened with the outcome: absolute, well-formed by the rules for every URL here, without
/// user info. Its bytes stay as the caller wrote them.
public struct CallbackURL: Sendable, Hashable {
    /// The URL as it was given, but for its scheme, which is in lower case.
    public let text: String
    /// Its scheme.
    public let scheme: Scheme
    /// The host of a web link, lower-cased, with its port if it names one; nil for other schemes.
    public let host: String?
    /// Why this URL is never opened, whatever the configuration says; nil if it may be.
    public let ban: String?

    /// The most bytes that an emitted URL may have: one argument of `execve(2)` on Linux is 131,072 with its NUL.
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
        // Only mailto's parameters matter.
        let parameters =
            scheme.text == "mailto" ? try raw.decodedParameters(plusAsSpace: false, limit: .max) : QueryParameters()
        ban = BannedScheme.reason(scheme, parameters: parameters)
    }

    /// The URL with parameters appended byte for byte: after its query, before its fragment, replacing nothing. With
    /// nothing to append it is unchanged.
    public func appending(_ parameters: QueryParameters) -> String { parameters.appended(to: text) }

    /// The parameters that the URL says nothing of: `tags` in it stands for `tags.0` and `tags[]` too.
    func absent(_ parameters: QueryParameters) -> QueryParameters {
        // What cannot be decoded would have kept the callback from being made.
        guard !parameters.elements.isEmpty, let raw = try? RawURL(Array(text.utf8)),
            let present = try? raw.decodedParameters(plusAsSpace: false, limit: .max)
        else { return parameters }
        let names = Set(present.elements.map { Array($0.name.rootName) })
        return QueryParameters(parameters.elements.filter { !names.contains(Array($0.name.rootName)) })
    }
}

extension String {
    /// The name before the first `.` or `[`: that of the whole array or structure.
    fileprivate var rootName: Substring.UTF8View { utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") } }
}

extension CallbackURL {
    /// Compares byte for byte.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }
}

extension QueryParameters {
    /// A URL, well-formed or not, with the parameters behind its query and before its fragment.
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
