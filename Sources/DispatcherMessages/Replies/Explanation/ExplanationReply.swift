import QueryCoding
package import XCallbackURL

/// The reply to `explain`: what a URL would do, and why.
package struct ExplanationReply: Reply, Codable {
    private enum CodingKeys: String, CodingKey {
        case url, scheme, authority, path, query, route, parameters, input, callbacks, considered
        case nearMisses = "near-misses"
        case command, script, omitted, missing, opens, would
        case isGranted = "granted"
        case obstacle = "asks-each-time"
        case error, click, follows
    }

    /// What would happen to the request.
    package enum Verdict: String, Codable, Sendable, Hashable {
        case run, ask, error
    }

    package var url = ""
    package var scheme: String?
    package var authority: String?
    /// The decoded segments; nil if the URL cannot be read.
    package var path: [String]?
    /// The decoded parameters.
    package var query: [ParameterPair]?
    @OrNull package var route: String?
    /// The parameters of the path, as text.
    package var parameters = JSONValue([:])
    package var input: JSONValue?
    /// The callbacks by their kinds.
    package var callbacks = NamedValues<ExplainedCallback>([])
    package var considered: [ConsideredRoute] = []
    package var nearMisses: [String] = []
    /// The arguments of the command that it would run, without secrets; nil if it runs none.
    package var command: [String]?
    /// The text of the script that it would run; nil if it runs none.
    package var script: String?
    /// Which arguments the command lacks because a value is absent: a message for each; nil if it lacks none.
    package var omitted: [String]?
    /// Why the command could not be started: a message for each program that is not there; nil if none is missing.
    package var missing: [String]?
    /// The URL that it would open or go on as, without secrets.
    package var opens: String?
    package var would = Verdict.run
    /// True if it runs unasked because the user allowed such requests always; else nil.
    package var isGranted: Bool?
    /// Why the user is asked each time, as in `because it takes a path`; nil if "always" would allow such requests.
    package var obstacle: String?
    /// The error that the request would end with.
    package var error: OutcomeError?
    /// What a click would do; nil if the URL is explained as a click.
    package var click: ExplainedClick?
    /// The explanation of the request that follows from it; nil for none.
    package var follows: JSONValue?

    package init() {}

    /// The explanation of the request at which the URL comes to its end. Of those that follow from each other it is the
    /// first that would not simply run, else the last.
    package var end: ExplanationReply { next?.end ?? self }

    /// Whether it or a request that follows from it runs only because the user allowed such requests always.
    package var needsGrant: Bool { isGranted == true || next?.needsGrant == true }

    /// The explanation of the request that follows, if this one would run.
    private var next: ExplanationReply? {
        guard would == .run else { return nil }
        return follows.flatMap { try? ExplanationReply($0.value) }
    }
}
