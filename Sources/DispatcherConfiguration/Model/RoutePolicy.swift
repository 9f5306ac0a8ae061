/// What holds for the requests of a route: a file says it for all of its routes, and a route in place of the file.
package struct RoutePolicy: Sendable, Hashable {
    package var token: Token?
    /// How often it may be used; nil for 10 a second with a burst of 20, at the untrusted door alone.
    package var rate: Rate?
    /// The parameters that are taken out before its input is decoded; `*` at the end of a name stands for anything.
    package var strip: [String]
    /// How many of its commands run at once; nil for as many as config.yaml lets.
    package var concurrency: Int?

    package init(
        token: Token? = nil, rate: Rate? = nil, strip: [String] = [], concurrency: Int? = nil
    ) {
        self.token = token
        self.rate = rate
        self.strip = strip
        self.concurrency = concurrency
    }

    /// A text in a file that, given as `x-token` or `key`, stands in for the prompt.
    package struct Token: Sendable, Hashable {
        package var file: String
        /// Whether a request without it is refused, at both doors.
        package var isRequired: Bool

        package init(file: String, isRequired: Bool = false) {
            self.file = file
            self.isRequired = isRequired
        }
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
