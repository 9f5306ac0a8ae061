package import URLSchemeRouter

/// A route of a file, checked.
package struct RouteDefinition: Sendable {
    /// `feature.route`.
    package var name: String
    package var feature: String
    package var patterns: [RoutePattern]
    package var summary: String?
    /// What it takes, in declared order; path parameters that `input` does not name come first.
    package var input: [InputField]
    package var action: Action
    /// A command that readies what its own command needs, and may say no; nil for none.
    package var present: [Argument]?
    package var stdin: Stdin = .none
    package var output: Output = .none
    /// How long its command may take; nil for the limit of config.yaml.
    package var timeout: Duration?
    package var desktop: DesktopRule
    /// What its file lets through, nil where the file says nothing: the feature's list and the route's own both hold.
    package var callbacks: [CallbackLists]
    /// Whether the last line of a command's stderr is told at the desktop door too (`errors: stderr`).
    package var tellsStderr: Bool = false
    /// Exit statuses that mean that the user cancelled.
    package var cancelExits: Set<Int> = [130]
    /// Variables that its command gets besides those of config.yaml.
    package var environment: [String] = []
    /// Where its command runs; nil for the user's home.
    package var directory: String?
    /// Whether it also answers what no other route of its scopes answers.
    package var isFallback: Bool = false
    /// Whether a trailing slash must be as in the pattern.
    package var isStrict: Bool = false
    /// Whether its requests are recorded such that they outlast a power cut, and refused where they cannot be.
    package var isDurable: Bool = false
    /// Whether unknown parameters are errors.
    package var strictInput: Bool = false
    /// Its own, and where its file says something for all of its routes, that.
    package var policy = RoutePolicy()
    package var examples: [Example] = []
    package var location: SourceLocation

    package enum Action: Sendable, Hashable {
        case run([Argument])
        /// An inline script is run, with each input in a variable of its name.
        case script(Script)
        /// The URL is opened: by another app, or, of a scheme of ours, as a request of its own.
        case open(URLTemplate)
        /// The request goes on as that URL, to another of our routes.
        case redirect(URLTemplate)
        /// Another process carries it out, over its connection.
        case worker
    }

    /// What a command reads on its standard input.
    package enum Stdin: Sendable, Hashable {
        case none
        /// The whole input as one line of JSON.
        case json
        /// One parameter's text.
        case parameter(String)
    }

    /// A URL of the route and what it starts, for `check`.
    package struct Example: Sendable, Hashable {
        package var url: String
        /// The command that it runs; nil where the file says nothing.
        package var arguments: [String]?
        /// The URL that it opens or redirects to; nil where the file says nothing.
        package var opens: String?
        package var location: SourceLocation
    }

    /// How a command's standard output is read.
    package enum Output: String, Sendable, Hashable, CaseIterable {
        case none, json, text, lines
    }
}
