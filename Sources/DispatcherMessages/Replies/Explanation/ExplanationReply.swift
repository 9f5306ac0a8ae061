import QueryCoding
package import XCallbackURL

/// The reply to `explain`: what a URL would do, and why.
package struct ExplanationReply: Reply, Codable {
    private enum CodingKeys: String, CodingKey {
        case url, scheme, authority, path, query, route, parameters, input, callbacks, considered
        case nearMisses = "near-misses"
        case command, script, missing, opens, worker, would
        case isGranted = "granted"
        case obstacle = "asks-each-time"
        case error, click
        case isLocked = "locked"
        case follows
    }

    /// The effect on the request.
    package enum Verdict: String, Codable, Sendable, Hashable {
        case run, ask, error
    }

    package var url = ""
    package var scheme: String?
    package var authority: String?
    /// The decoded segments of the path; nil if the URL cannot be parsed.
    package var path: [String]?
    /// The decoded parameters.
    package var query: [ParameterPair]?
    @OrNull package var route: String?
    /// The parameters of the path, as text.
    package var parameters = JSONValue([:])
    package var input: JSONValue?
    /// The callbacks by kind.
    package var callbacks = NamedValues<ExplainedCallback>([])
    package var considered: [ConsideredRoute] = []
    package var nearMisses: [String] = []
    /// The arguments of the command that the request would run, without secrets; nil without a command.
    package var command: [String]?
    /// The text of the script that the request would run; nil without a script.
    package var script: String?
    /// A message for each program that is missing, so that the command could not be started; nil if all programs exist.
    package var missing: [String]?
    /// The URL that the request would open or continue as, without secrets.
    package var opens: String?
    /// The name of the worker that the request would go to; nil for any other request.
    package var worker: String?
    package var would = Verdict.run
    /// True if the request runs without a question because the user answered "always"; otherwise nil.
    package var isGranted: Bool?
    /// The reason why the user is asked each time, as in `because the route has a path as an input`; nil if the answer
    /// "always" would allow such requests.
    package var obstacle: String?
    /// The error with which the request would end.
    package var error: OutcomeError?
    /// The effect of a click; nil if the URL is explained as a click already.
    package var click: ExplainedClick?
    /// True if the question would wait for the screen to be unlocked; otherwise nil.
    package var isLocked: Bool?
    /// The explanation of the request that follows from this request; nil if no request follows.
    package var follows: JSONValue?

    package init() {}

    /// In a chain of requests, the first explanation whose verdict is not `run`; otherwise the last explanation.
    package var end: ExplanationReply { next?.end ?? self }

    /// Whether the request, or a request that follows from it, runs only because the user answered "always".
    package var needsGrant: Bool { isGranted == true || next?.needsGrant == true }

    /// The explanation of the next request in the chain, if this request would run.
    private var next: ExplanationReply? {
        guard would == .run else { return nil }
        return follows.flatMap { try? ExplanationReply($0.value) }
    }
}
