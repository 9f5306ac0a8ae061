package import DispatcherConfiguration
package import QueryCoding
package import XCallbackURL

/// The URLs that all the routes that a request has passed allow it to open. Each request that follows inherits the
/// restriction, and can only make it stricter.
package struct CallbackRestriction: Sendable, Hashable {
    /// The hosts that web links may name, as in ``CallbackLists``; nil for any host.
    private(set) var hosts: Set<String>?
    /// The other schemes that may be opened; nil for any scheme.
    private(set) var schemes: Set<Scheme>?

    /// Allows every URL.
    package static let none = CallbackRestriction(hosts: nil, schemes: nil)
    /// Allows no URL.
    package static let total = CallbackRestriction(hosts: [], schemes: [])

    /// Returns the restriction of a request whose route has these lists too.
    package func narrowed(by lists: [CallbackLists]) -> CallbackRestriction {
        lists.reduce(self) { narrowing, lists in
            CallbackRestriction(
                hosts: narrowing.hosts?.intersection(lists.hosts) ?? lists.hosts,
                schemes: lists.allow.map { narrowing.schemes?.intersection($0) ?? $0 } ?? narrowing.schemes)
        }
    }

    /// Returns why a URL may not be opened; nil if it may be opened.
    package func refusal(of url: CallbackURL) -> String? {
        if let entry = url.hostEntry {
            return hosts?.contains(entry) ?? true ? nil : "the route's 'callbacks' do not name the host \(entry)"
        }
        return schemes?.contains(url.scheme) ?? true ? nil : "the route's 'callbacks' do not allow \(url.scheme):"
    }
}

/// The form in which the journal stores the restriction.
extension CallbackRestriction {
    /// `{"hosts":["example.org"],"schemes":[]}`; nil if every URL is allowed.
    package var value: QueryValue? {
        guard self != .none else { return nil }
        func array(_ texts: some Sequence<String>) -> QueryValue { .array(texts.sorted().map { .string($0) }) }
        return QueryValue.record([("hosts", hosts.map(array)), ("schemes", schemes.map { array($0.map(\.text)) })])
    }

    /// Allows no URL if the value has another form.
    package init(_ value: QueryValue?) {
        guard let value, case .object = value else {
            self = value == nil ? .none : .total
            return
        }
        func texts(_ name: String) -> [String]? {
            guard let member = value[name] else { return nil }
            guard case .array(let values) = member else { return [] }
            return values.compactMap(\.string)
        }
        self.init(
            hosts: texts("hosts").map { Set($0) }, schemes: texts("schemes").map { Set($0.compactMap { Scheme($0) }) })
    }
}
