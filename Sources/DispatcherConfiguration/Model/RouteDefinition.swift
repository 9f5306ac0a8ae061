package import QueryCoding
package import URLSchemeRouter
import XCallbackURL

/// A route of a file or a worker as one reference. Loading a file and each step of a request copy the route, and a copy of
/// its many parts would count a reference to each part.
package final class DefinedRoute: Sendable {
    package let value: RouteDefinition

    package init(_ value: RouteDefinition) { self.value = value }
}

/// A checked route of a file.
package struct RouteDefinition: Sendable {
    /// The full name: `feature.route`.
    package var name: String
    package var feature: String
    package var patterns: [RoutePattern] = []
    package var summary: String?
    /// The parameters in declared order. Path parameters that `input` does not name come first.
    package var input: [InputField] = []
    package var action: Action
    /// A command that runs first, to prepare the route's own command or to refuse the request; nil for no command.
    package var present: [Argument]?
    package var stdin: Stdin = .none
    package var output: Output = .none
    /// Whether a notification shows the result of a click.
    package var notifies = false
    /// The timeout of the route's command; nil for the limit of config.yaml.
    package var timeout: Duration?
    package var desktop: DesktopRule
    package var agent = AgentRule.never
    /// Whether a value may be more than data to a program of the route. Then the user is asked each time, and no token
    /// answers.
    package var isUnjudged = false
    /// What the route does, for a model: longer than the summary.
    package var description: String?
    package var effect: RouteEffect?
    /// The ids of the desktop entries whose apps may request the route on the desktop socket; nil for all apps.
    package var apps: [String]?
    /// The first line of the question whether the route may run; nil for the route's name and summary.
    package var confirm: String?
    /// The route as its file declares it, without places and comments. A grant of the user holds only while this text
    /// stays the same.
    package var declaredText = ""
    /// The callback lists of the file and of the route, if they are set. All lists apply.
    package var callbacks: [CallbackLists] = []
    /// Whether error messages on the desktop socket include the last line of the command's stderr (`errors: stderr`).
    package var tellsStderr: Bool = false
    /// The exit statuses for a request that the user cancelled.
    package var cancelExits = [130]
    /// The environment variables that the command gets in addition to the variables of config.yaml.
    package var environment: [String] = []
    /// The working directory of the command; nil for the user's home.
    package var directory: String?
    /// The properties of the unit in which the command runs for a desktop request, in addition to the standard
    /// properties.
    package var sandbox: [UnitProperty] = []
    /// Whether the route also answers URLs of its scopes that no other route answers.
    package var isFallback: Bool = false
    /// Whether a trailing slash must match the pattern.
    package var isStrict: Bool = false
    /// Whether unknown parameters are errors.
    package var strictInput: Bool = false
    /// Lists of parameters. A request must have at least one parameter of each list.
    package var required: [[String]] = []
    /// Lists of parameters. A request may have at most one parameter of each list.
    package var exclusive: [[String]] = []
    /// The parameter whose value is the name of the result in a callback; nil for `result`.
    package var resultName: String?
    /// The prefix of the name of each member of an output in a callback.
    package var outputPrefix = ""
    /// The name of the parameter for the error code in an x-error.
    package var errorName = CallbackURL.errorCodeName
    /// The route's policy. A key that the route leaves out is inherited from the file.
    package var policy = RoutePolicy()
    package var examples: [Example] = []
    package var location: SourceLocation
    /// The place of a URL in which a value may be a part of the authority.
    var valueInAuthority: SourceLocation?

    package enum Action: Sendable, Hashable {
        case run([Argument])
        /// Runs an inline script, with each input in a variable of the same name.
        case script(Script)
        /// Opens the URL: in another app, or as a separate request if a route answers the URL.
        case open(URLTemplate)
        /// Continues the request with this URL, which another route answers.
        case redirect(URLTemplate)
        /// Sends the request to a worker that serves this name, over the worker's connection.
        case worker(String)

        /// The URL that a route opens or redirects to; nil for any other action.
        package var target: URLTemplate? {
            switch self {
            case .open(let url), .redirect(let url): url
            case .run, .script, .worker: nil
            }
        }
    }

    /// The standard input of a command.
    package enum Stdin: Sendable, Hashable {
        case none
        /// The whole input as one line of JSON.
        case json
        /// The text of one parameter.
        case parameter(String)
    }

    /// A URL of the route and its effect, for `check`.
    package struct Example: Sendable, Hashable {
        package var url: String
        /// The command that the route runs; nil if the file does not specify a command.
        package var arguments: [String]?
        /// The URL that the route opens or redirects to; nil if the file does not specify a URL.
        package var opens: String?
        package var location: SourceLocation
    }

    /// The format of a command's standard output.
    package enum Output: Sendable, Hashable {
        case none, json, text, lines
        /// JSON with at least these members.
        case members([InputField])

        static let words: KeyValuePairs<String, Output> = [
            "none": .none, "json": .json, "text": .text, "lines": .lines,
        ]

        /// Whether the output is JSON.
        package var isJSON: Bool { word == "json" }

        /// The word for the format in a file.
        package var word: String { Self.words.first { $0.value == self }?.key ?? "json" }
    }

    /// Returns the command of a script as the user sees it. The script itself has many lines, so its file and line are
    /// shown.
    package func shown(_ script: Script) -> [String] {
        (script.interpreter ?? []) + ["the script of \(name) (\(location.file):\(location.line))"]
    }

    /// Returns a route that a worker declares, with the keys of a file and its full name. The route is available on the
    /// control socket only. Throws the first mistake.
    /// - Parameter paths: The patterns; nil for a route without URLs of its own, which serves the routes of files that
    ///   name it.
    package static func served(
        name: String, paths: [String]?, summary: String?, input: QueryValue, concurrency: Int?
    ) throws(Diagnostic) -> RouteDefinition {
        let location = SourceLocation(file: "", line: 1, column: 1)
        guard NameRules.isRouteName(name), let first = name.split(separator: ".").first else {
            throw Diagnostic(location, "the name must be lower-case letters, digits and '-', in parts separated by '.'")
        }
        guard first != "xcallback" else { throw Diagnostic(location, "the name 'xcallback' is built in") }
        guard paths?.isEmpty != true else { throw Diagnostic(location, "'path' needs at least one pattern") }
        let patterns: [RoutePattern]
        do {
            patterns = try (paths ?? []).map { try RoutePattern($0) }
        } catch {
            throw Diagnostic(location, "\(error)")
        }
        var refusals: [String] = []
        let fields = InputField.fields(try InputField.declared(input), of: patterns) { refusals.append($0) }
        if let refusal = refusals.first { throw Diagnostic(location, refusal) }
        return RouteDefinition(
            name: name, feature: String(first), patterns: patterns, summary: summary, input: fields,
            action: .worker(name), desktop: .never, policy: RoutePolicy(concurrency: concurrency), location: location)
    }
}

/// The text of `script`, and the program that runs the text.
package struct Script: Sendable, Hashable {
    package var text: String
    /// A program and its arguments, to which the name of a file with the text is added; nil for `sh -e`.
    package var interpreter: [String]?

    /// The program and its arguments, without the text.
    package var program: [String] { interpreter ?? ["sh", "-e"] }

    /// The maximum length of a text that is passed to `sh` as an argument, in bytes (execve(2)).
    static let maximumLength = 131_071
}
