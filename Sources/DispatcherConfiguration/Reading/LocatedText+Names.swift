import XCallbackURL

extension LocatedText {
    /// The text as a scheme; nil, with a mistake, if it is not one.
    func scheme(_ diagnostics: Diagnostics) -> Scheme? {
        if let scheme = Scheme(text) { return scheme }
        let name = text.prefix { $0 != ":" }
        let isURL = name.utf8.count < text.utf8.count && Scheme(name) != nil
        diagnostics.mistake(
            location,
            "'\(text)' is not a scheme"
                + (isURL
                    ? "; write '\(name)'" : ": a scheme is a letter, followed by letters, digits, '+', '-' and '.'"))
        return nil
    }

    /// The host, lower-cased, with its port if it has one; nil if the text is not a host.
    /// - Parameter prefix: The part of the text before the host.
    func host(after prefix: String = "") -> String? {
        let host = text.dropFirst(prefix.count).lowercased()
        guard let url = try? XCallbackURL("https://\(host)"), url.authority == .host(host) else { return nil }
        return host
    }
}
