package import QueryCoding

/// The policy for the requests of a route. A file sets the policy for all of its routes, and a route overrides it.
package struct RoutePolicy: Sendable, Hashable {
    package var token: Token?
    /// The rate limit; nil for 10 a second with a burst of 20, which applies to the desktop and agent sockets only.
    package var rate: Rate?
    /// The parameters that are removed before the input is decoded. `*` at the end of a name matches any text.
    package var strip: [String] = []
    /// The maximum number of the route's commands that run at once; nil for the limit of config.yaml.
    package var concurrency: Int?
    /// Whether `+` in a query is a space.
    package var plusAsSpace = false
    /// The form of arrays in the route's callbacks.
    package var arrays = ArrayStyle.dotted

    /// A secret in a file. A request that carries the secret needs no question.
    package struct Token: Sendable, Hashable {
        package var file: String
        /// The parameter that carries the token; nil for `x-token`, with `key` as an alternative.
        package var parameter: String?
        /// Whether a request without the token is refused, on each socket.
        package var isRequired = false

        /// The parameters that may carry the token. The first of them that a URL has counts.
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

/// The rule for requests from the agent socket. There is no answer of "always": a grant covers any values, and the values are
/// what a hostile text in front of the model chooses.
package enum AgentRule: String, Sendable, Hashable, CaseIterable {
    case never, ask, allow
}

/// What a route does to the things that it works on, for the model that chooses among routes.
package enum RouteEffect: String, Sendable, Hashable, CaseIterable {
    /// It changes nothing.
    case reads
    /// It adds something, and changes nothing that was there before.
    case adds
    case changes
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
