import QueryCoding
import XCallbackURL

/// Reads `callbacks: {hosts: […], allow: […]}`.
struct CallbackReader {
    let origin: FileOrigin
    let diagnostics: Diagnostics

    /// Returns the lists; nil if there is no value. A list that the value does not name narrows nothing.
    func lists(_ node: YAMLNode?, defaults: CallbackLists) -> CallbackLists? {
        guard let node else { return nil }
        let section = Section(node, named: "'callbacks'", of: .callbacks, diagnostics: diagnostics)
        guard let section else { return nil }
        var lists = CallbackLists(hosts: defaults.hosts, allow: nil)
        if let texts = section.texts("hosts") {
            let hosts = texts.flatMap { entries($0) }
            if origin.isOwn {
                lists.hosts = Set(hosts)
            } else {
                diagnostics.warning(
                    section.keyLocation("hosts"), "'callbacks.hosts' is ignored in a file outside the user's own folder"
                )
            }
        }
        if let allow = section["allow"] { lists.allow = schemes(allow) }
        return lists
    }

    private func schemes(_ node: YAMLNode) -> Set<Scheme>? {
        if case .text("any") = node.content { return nil }
        guard case .list = node.content, let texts = node.texts("'allow'", diagnostics) else {
            node.refuse("'allow'", "'any' or a list of schemes", diagnostics, among: ["any"])
            return []
        }
        return Set(texts.compactMap { scheme($0) })
    }

    private func scheme(_ text: LocatedText) -> Scheme? {
        guard let scheme = text.scheme(diagnostics) else { return nil }
        if scheme.isWeb {
            diagnostics.mistake(text.location, "web links are allowed by their hosts, under 'hosts'")
            return nil
        }
        if let reason = BannedScheme.reason(scheme) { diagnostics.warning(text.location, reason) }
        return scheme
    }

    /// Returns the entries that a text means: `http://host` allows https too.
    private func entries(_ text: LocatedText) -> [String] {
        let isPlain = text.text.hasPrefix(CallbackURL.plainPrefix)
        if let host = text.host(after: isPlain ? CallbackURL.plainPrefix : "") {
            return isPlain ? [host, CallbackURL.plainPrefix + host] : [host]
        }
        diagnostics.mistake(
            text.location,
            "'\(text.text)' is not a host; write it as in 'example.org' or 'example.org:8080', and 'http://example.org' "
                + "for links without encryption too")
        return []
    }
}
