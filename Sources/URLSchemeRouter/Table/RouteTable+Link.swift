package import QueryCoding
package import XCallbackURL

extension RouteTable {
    /// Returns the URL that runs a route; see ``RouteIndex``.
    package func link(
        to route: String, _ target: LinkTarget, ownScheme: Scheme?, callbacks: Callbacks, source: String?,
        _ parameters: (RouteEntry) -> (path: QueryParameters, query: QueryParameters?)
    ) throws(LinkError) -> RouteLink {
        try index.link(to: route, target, ownScheme: ownScheme, callbacks: callbacks, source: source, parameters)
    }

    /// Returns the match of a link.
    func match(_ link: RouteLink) -> Match {
        match(RouteHit(number: link.number), link.url)
    }

    /// Returns the name that the caller may have meant: the name without a typing error, or else the only name whose
    /// last part this is.
    package func nearestName(to name: String) -> String? { index.nearestName(to: name) }
}

/// Returns the only name whose last part is this text, with or without a typing error: `notes.create` for `create`.
package func routeName(endingLike name: String, among names: some Sequence<String>) -> String? {
    let (misspelling, length) = (Misspelling(name), name.utf8.count)
    var found: Set<String> = []
    for whole in names {
        guard let dot = whole.utf8.lastIndex(of: UInt8(ascii: ".")) else { continue }
        let last = whole.utf8[dot...].dropFirst()
        guard abs(last.count - length) <= misspelling.limit else { continue }
        if last.elementsEqual(name.utf8) || misspelling.distance(to: String(Substring(last))) != nil {
            found.insert(whole)
        }
    }
    let same = found.filter { $0.utf8.count > length && $0.utf8.suffix(length).elementsEqual(name.utf8) }
    return same.count == 1 ? same.first : found.count == 1 ? found.first : nil
}
