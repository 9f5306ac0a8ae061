package import QueryCoding

/// The policy for the requests of a route. A file sets it for all of its routes, and a route overrides it.
package struct RoutePolicy: Sendable, Hashable {
    package var token: Token?
    /// The rate limit; nil for 10 a second with a burst of 20, which applies to the desktop socket only.
    package var rate: Rate?
    /// The parameters that are removed before the input is decoded. `*` at the end of a name matches any text.
    package var strip: [String] = []
    /// The number of its commands that run at once; nil for the limit of config.yaml.
    package var concurrency: Int?
    /// Whether `+` in a query is a space.
    package var plusAsSpace = false
    /// How its callbacks write arrays.
    package var arrays = ArrayStyle.dotted

    /// A secret in a file. A request that brings it is not prompted for.
    package struct Token: Sendable, Hashable {
        package var file: String
        /// The parameter that brings it; nil for `x-token`, or `key` in its place.
        package var parameter: String?
        /// Whether a request without it is refused, on both sockets.
        package var isRequired = false

        /// The parameters that may bring it; the first one that a URL has counts.
        package var names: [String] { parameter.map { [$0] } ?? ["x-token", "key"] }
    }

    /// A token bucket.
    package struct Rate: Sendable, Hashable {
        package var perSecond: Int
        package var burst: Int

        package init(perSecond: Int, burst: Int) {
            self.perSecond = perSecond
            self.burst = burst
        }
    }
}

/// The rule for requests from the desktop socket, which is untrusted.
package enum DesktopRule: String, Sendable, Hashable, CaseIterable {
    case never, ask, askAlways = "ask-always", allow
}

/// A property of the unit in which a command runs (systemd.exec(5), systemd.resource-control(5)).
package struct UnitProperty: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
