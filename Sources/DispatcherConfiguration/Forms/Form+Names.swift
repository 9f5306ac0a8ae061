import XCallbackURL

extension Form<Scheme> {
    static var scheme: Form { .located("a scheme") { $0.scheme($1) } }

    /// A scheme that may be opened as a callback.
    static var appScheme: Form {
        .located("a scheme") { text, context in
            guard let scheme = text.scheme(context) else { return nil }
            if scheme.isWeb {
                return context.mistake(text.location, "web links are allowed by host; list the host in 'hosts'")
            }
            if let reason = BannedScheme.reason(scheme) { context.diagnostics.warning(text.location, reason) }
            return scheme
        }
    }

    /// A scheme that a route may answer.
    static var ownScheme: Form {
        .located("a scheme") { text, context in
            guard let scheme = text.scheme(context) else { return nil }
            if scheme.isWeb {
                return context.mistake(text.location, "web links are matched by domain; list the domain in 'domains'")
            }
            if scheme.text == "xcallback" {
                return context.mistake(text.location, "the scheme 'xcallback' is the daemon's own")
            }
            if let fault = BannedScheme.servingFault(scheme) { return context.mistake(text.location, fault) }
            return scheme
        }
    }
}

extension Form<[String]> {
    /// The entries for a host in the list of hosts that callbacks may name: `http://host` allows https too.
    static var callbackHost: Form {
        .text(
            "a host such as example.org or example.org:8080, or http://example.org for links without encryption too"
        ) { text in
            let plain = text.hasPrefix(CallbackURL.plainPrefix) ? CallbackURL.plainPrefix : ""
            return host(text.dropFirst(plain.count)).map { plain.isEmpty ? [$0] : [$0, plain + $0] }
        }
    }
}

extension Form<String> {
    /// A domain, or `*.` and a domain.
    static var domain: Form {
        .text("a domain such as example.org or *.example.org") { text in
            let wildcard = text.hasPrefix("*.") ? "*." : ""
            return host(text.dropFirst(wildcard.count)).map { wildcard + $0 }
        }
    }

    /// The name of an environment variable that commands get.
    static var variable: Form {
        .text("the name of a variable other than BROWSER, LD_* and XCALLBACK_*") { name in
            NameRules.isVariable(name) && name != "BROWSER" && !name.hasPrefix("LD_") && !name.hasPrefix("XCALLBACK_")
        }
    }

    /// What something is, for a model. Programs that use models cut it at 2,048 characters.
    static var description: Form {
        .text("a text of 1 to 2,000 characters", mayBeOther: true, isShown: false) { text in
            (1...2000).contains(text.unicodeScalars.count)
        }
    }

    /// One non-empty line.
    static func line(max limit: Int) -> Form {
        .text("one line of 1 to \(limit) bytes", mayBeOther: true, isShown: false) { text in
            !text.isEmpty && !text.utf8.contains(UInt8(ascii: "\n")) && text.utf8.count <= limit
        }
    }
}

extension Form<LocatedText> {
    /// The name of a feature or route.
    static var name: Form {
        .raw("lower-case letters, digits and '-'", mayBeOther: true, where: NameRules.isName)
    }
}

/// Returns the host in lower case, with the port if the text has a port; nil if the text is not a host.
private func host(_ text: Substring) -> String? {
    let host = text.lowercased()
    guard let url = try? XCallbackURL("https://\(host)"), url.authority == .host(host) else { return nil }
    return host
}

extension LocatedText {
    /// Returns the text as a scheme. Nil, with a mistake, if the text is not a scheme.
    func scheme(_ context: ValueContext) -> Scheme? {
        if let scheme = Scheme(text) { return scheme }
        let name = text.prefix { $0 != ":" }
        let isURL = name.utf8.count < text.utf8.count && Scheme(name) != nil
        return context.mistake(
            location,
            "'\(text)' is not a scheme"
                + (isURL
                    ? "; write '\(name)'" : ": a scheme is a letter, followed by letters, digits, '+', '-' and '.'"))
    }
}
