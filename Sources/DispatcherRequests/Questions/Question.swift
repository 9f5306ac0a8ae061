package import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import RequestRecord
import URLSchemeRouter
package import XCallbackURL

/// The question that the user is asked before a request of the desktop or agent socket runs.
package struct Question: Sendable, Hashable {
    /// The name of the request's route.
    package let route: String
    /// The lines that a dialog shows. No value of the request can begin a line.
    package let text: String
    /// The schemes of the callbacks that would be opened in other apps.
    package let apps: Set<Scheme>
    /// The requests that an answer of "always" allows; nil if such an answer allows this request alone.
    package let grant: Grant?
    /// Why an answer of "always" is not remembered; nil if the answer is remembered.
    let obstacle: String?
    /// The route or the callback that must be confirmed.
    private let subject: String
    /// The hint at the key that lets the request run without a question; nil for an agent, which learns only the answer.
    private let remedy: String?

    /// The question that a request raises; nil if it raises no question.
    /// - Parameters:
    ///   - input: The decoded input.
    ///   - hasToken: Whether the request has the route's token, which answers for the route, but not for a callback.
    init?(_ matched: MatchedRequest, input: Confidential<QueryValue>, hasToken: Bool) {
        let entry = matched.match.entry
        route = entry.name
        let isAgent = matched.submission.door == .agent
        // The request continues as another URL, about which the user is asked. The other route may let agents run it
        // unasked.
        if case .redirect? = matched.route.definition?.value.action, !isAgent || matched.route.agent != .ask {
            return nil
        }
        switch (matched.route.desktop, matched.route.agent) {
        // No token answers for an agent: it would be in the text in front of the model.
        case (_, .ask) where isAgent:
            subject = "route '\(route)'"
            remedy = nil
        case (.ask, _) where !isAgent && !hasToken, (.askAlways, _) where !isAgent && !hasToken:
            subject = "route '\(route)'"
            remedy = "set 'desktop: allow' at \(entry.declaration) to run it without a question"
        default:
            let callback = CallbackKind.allCases.lazy.compactMap { kind in matched.callbacks[kind].map { (kind, $0) } }
                .first { matched.verdict($0.1, as: .callback) == .ask }
            guard let (kind, url) = callback else { return nil }
            subject = "\(kind.parameterName) to \(url.scheme):"
            remedy =
                isAgent
                ? nil
                : "add the scheme to 'allow' of 'callbacks' in config.yaml to open it without a question; callbacks of scripts may then open the listed schemes alone"
        }
        grant = Grant(matched)
        obstacle = Grant.obstacle(to: matched)
        text = QuestionText(matched, input: input, obstacle: obstacle).lines.joined(separator: "\n")
        apps = Set(
            CallbackKind.allCases.compactMap { matched.callbacks[$0] }.filter {
                $0.host == nil && !matched.received.keeps($0)
            }.map(\.scheme))
    }

    /// Returns the lines for a desktop on which some ``apps``, or all of them, would not get the answer.
    /// - Parameter reasons: Why these apps would not get the answer.
    package func text(losing reasons: Set<String>) -> String {
        ([text] + reasons.sorted().map { "the answer will be lost: \($0)" }).joined(separator: "\n")
    }

    /// The error of a request that the user did not confirm.
    /// - Parameter cure: A hint at how the user could be asked, if known, in place of the hint at the key.
    package func refusal(_ reason: String, cure: String? = nil) -> OutcomeError {
        guard let remedy else { return OutcomeError(.refused, "\(reason); nothing was run") }
        return OutcomeError(.refused, "\(reason), and \(subject) must be confirmed; \(cure ?? remedy)")
    }
}

/// The lines of a question, in this order: the asking agent, the request, its command, its values, the asking app, and the
/// destinations of the answer. Values are shown by ``Printable/shown(_:limit:isolated:)``, without secrets.
private struct QuestionText {
    private let matched: MatchedRequest
    private let input: Confidential<QueryValue>
    private let redaction: Redaction
    /// Why the user is asked each time; nil if an answer of "always" is offered.
    private let obstacle: String?

    /// The maximum number of characters of a value.
    private static let valueLimit = 200
    /// The maximum number of characters of a command.
    private static let commandLimit = 1000
    /// The maximum number of lines of a script.
    private static let scriptLimit = 5
    /// The names of inputs that other lines begin with.
    private static let labels = ["runs", "opens"]

    init(_ matched: MatchedRequest, input: Confidential<QueryValue>, obstacle: String?) {
        self.matched = matched
        self.input = input
        self.obstacle = obstacle
        redaction = Redaction(of: .matched(matched), keepsInputs: true)
    }

    var lines: [String] {
        agent + [wanted] + present + action + values + asker + destinations
            + (obstacle.map { ["you are asked each time, \($0)"] } ?? [])
    }

    /// The agent that asks. It comes first, so that no user takes the question for a click's. The agent chose its name.
    private var agent: [String] {
        guard matched.submission.door == .agent else { return [] }
        let name = matched.submission.client.map { "it says: \"\(Self.unquoted($0))\"" }
        let peer = matched.submission.peer
        let origin = peer.map { peer in
            "started by \(peer.unit.map { Printable.shown($0, limit: 80) } ?? peer.description)"
        }
        let parts = [name ?? "it gives no name", origin].compactMap(\.self)
        return ["An agent asks (\(parts.joined(separator: "; ")))"]
    }

    /// Returns the name in a form that cannot end the quotation.
    private static func unquoted(_ name: String) -> String {
        let marks = "\"\u{201C}\u{201D}\u{201E}\u{201F}\u{2033}\u{FF02}".unicodeScalars
        let scalars = name.unicodeScalars.map { marks.contains($0) ? "'" : $0 }
        return Printable.shown(String(String.UnicodeScalarView(scalars)), limit: 64, isolated: true)
    }

    private var wanted: String {
        let name = matched.match.entry.name
        let definition = matched.route.definition?.value
        let text = definition?.confirm ?? definition?.summary.map { "\(name): \($0)" } ?? name
        return Printable.shown(text, limit: 2 * Self.valueLimit)
    }

    private var present: [String] {
        guard let arguments = matched.route.definition?.value.present,
            let words = try? matched.inserting(planned, arguments.arguments)
        else { return [] }
        return ["runs first: \(Self.command(words.redacted))"]
    }

    private var action: [String] {
        guard let definition = matched.route.definition?.value else { return [] }
        // An action that cannot be built is refused before the user is asked.
        switch definition.action {
        case .script(let script): return Self.lines(of: script, definition)
        case .run(let arguments):
            guard let words = try? matched.inserting(planned, arguments.arguments) else { return [] }
            return ["runs: \(Self.command(words.redacted))"]
        case .open(let template):
            guard let url = try? matched.inserting(planned, template.url) else { return [] }
            // If a route of this daemon serves the URL, its template may contain a secret.
            let redaction = Redaction(of: .matched(matched), next: url.revealed, keepsInputs: true)
            return ["opens: \(Self.value(redaction.url(url.redacted)))"]
        case .worker(let name): return ["asks the worker: \(name)"]
        case .redirect: return []
        }
    }

    /// The input with complete names in place of paths. A command gets the files of these names.
    private var planned: Confidential<QueryValue> {
        guard let route = matched.route.definition?.value else { return input }
        return input.map(route.namingPaths)
    }

    /// Returns the beginning of a script, in lines that contain no value.
    private static func lines(of script: Script, _ route: RouteDefinition) -> [String] {
        let lines = script.text.split(whereSeparator: \.isNewline)
        let place = "\(route.location.file):\(route.location.line)"
        let interpreter = script.interpreter.map { " with \(command($0))" } ?? ""
        let more = lines.count - scriptLimit
        return ["runs the script of \(value(place))\(interpreter):"]
            + lines.prefix(scriptLimit).map { "    \(value(String($0)))" }
            + (more > 0 ? ["    … \(more) more line\(more == 1 ? "" : "s")"] : [])
    }

    private var values: [String] {
        guard case .object(let members) = input.redacted else { return [] }
        return members.filter { $0.value != .null }.map { member in
            let name = Self.labels.contains(member.name) ? "input \(member.name)" : member.name
            return "\(name): \(Self.value(member.value.text ?? member.value.json))"
        }
    }

    /// The app that asks, as a hint: any program of the user can pretend to be any app. Each command gets the x-source.
    private var asker: [String] {
        guard matched.submission.door != .agent else { return [] }
        let app = matched.submission.peer?.app.map { "asked by: \(Self.value($0))" }
        let source = matched.url.source.map { "x-source: \(Self.value(redaction.text($0)))" }
        return [app, source].compactMap(\.self)
    }

    private var destinations: [String] {
        var lines: [String] = []
        for callback in CallbackKind.allCases.compactMap({ matched.callbacks[$0] }) {
            let text = redaction.url(callback.text)
            // A page could choose a secret that is part of the destination, to hide the destination.
            let shown = text.hasPrefix(callback.destination) ? text : "\(callback.destination) (\(text))"
            let line = "answer goes to: \(Self.value(shown))"
            if !lines.contains(line) { lines.append(line) }
        }
        return lines
    }

    private static func value(_ text: String) -> String { Printable.shown(text, limit: valueLimit, isolated: true) }

    private static func command(_ words: [String]) -> String {
        var shown: [String] = []
        var room = commandLimit
        for (index, word) in words.enumerated() {
            let text = argument(word)
            room -= text.count + 1
            guard room >= 0 else { return (shown + ["… \(words.count - index) more words"]).joined(separator: " ") }
            shown.append(text)
        }
        return shown.joined(separator: " ")
    }

    /// A word of a command, in quotes if its ends would not be clear otherwise.
    private static func argument(_ word: String) -> String {
        let text = Printable.shown(word, limit: valueLimit, isolated: true)
        guard word.isEmpty || text != word || word.unicodeScalars.contains(where: { $0 == " " || $0 == "\"" }) else {
            return text
        }
        let quoted = word.unicodeScalars.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
        return "\"\(Printable.shown(quoted, limit: valueLimit, isolated: true))\""
    }
}

/// The requests that the user allowed permanently: the requests of a route, with parameters of the same names, whose
/// callbacks go to the same destinations.
package struct Grant: Sendable, Hashable {
    package let route: String
    /// The declaration of the route. With another declaration it is another route, even if its name is the same.
    package let declaration: String
    /// The names of the parameters that the route reads, sorted, and `x-source=` with the name that the caller gives
    /// itself, because each command gets this name.
    package let parameters: [String]
    /// The schemes (`app:`) and hosts (`https://example.org`) of the callbacks, sorted.
    package let callbacks: [String]

    package init(route: String, declaration: String, parameters: [String], callbacks: [String]) {
        self.route = route
        self.declaration = declaration
        self.parameters = parameters
        self.callbacks = callbacks
    }

    /// The grant for requests such as `matched`; nil if there is an ``obstacle(to:)``.
    init?(_ matched: MatchedRequest) {
        guard let definition = matched.route.definition?.value, Self.obstacle(to: matched) == nil else { return nil }
        let destinations = CallbackKind.allCases.compactMap { matched.callbacks[$0]?.destination }
        self.init(
            route: definition.name, declaration: definition.declaredText,
            parameters: definition.input.map(\.name).filter(matched.parameters.contains).sorted()
                + (matched.url.source.map { [Self.sourceMark + $0] } ?? []),
            callbacks: Set(destinations).sorted())
    }

    /// The question after an answer of "always", which names exactly the requests that are allowed from then on.
    package var text: String {
        let sources = parameters.filter { $0.hasPrefix(Self.sourceMark) }
        let names = parameters.filter { !sources.contains($0) }
        // A long name must not hide the next one.
        func list(_ words: [String]) -> String { listed(words.map { Printable.shown($0) }, "and") }
        var values = names.isEmpty ? "with no values" : "with any value of: \(list(names))"
        for source in sources { values += "\nonly with \(Printable.shown(source, isolated: true))" }
        let answers = callbacks.isEmpty ? "the answer goes to no app" : "the answer may go to: \(list(callbacks))"
        return """
            Always allow \(Printable.shown(route))?
            from now on the route runs without a question, for every web page and program
            \(values)
            \(answers)
            'xcallback grants' lists what you allowed, and can revoke it
            """
    }

    private static let sourceMark = "x-source="

    /// Returns why the user is asked each time about requests such as `matched`, as in `because it takes a path`; nil
    /// if such requests can be allowed permanently. A path could be the path of any file. A route that gets all
    /// parameters, or the URL itself, could be asked for anything.
    static func obstacle(to matched: MatchedRequest) -> String? {
        guard let definition = matched.route.definition?.value else { return "because no file declares the route" }
        if matched.submission.door == .agent { return "because an agent asks" }
        if matched.route.desktop == .askAlways { return "because of 'desktop: ask-always'" }
        if definition.isUnjudged { return "because a value may be more than text to the program" }
        let hasPath = definition.input.contains { if case .path = $0.type { true } else { false } }
        if hasPath { return "because the route has a path as an input" }
        if case .worker = definition.action { return "because the worker gets the whole URL" }
        return definition.ungrantedPart.map { "because the route uses \($0)" }
    }
}

extension RouteDefinition {
    /// The part of the request, besides the input, that the route's commands or URL use and that a grant does not name,
    /// such as `${x-url}`; nil if they use no such part.
    fileprivate var ungrantedPart: String? {
        if let value = requestParts.first(where: { $0 != .id }) { return "${\(value.rawValue)}" }
        let usesSource = templates.flatMap(\.pieces).contains { piece in
            if case .text(let text) = piece { text.contains(RequestVariables.source) } else { false }
        }
        return usesSource ? RequestVariables.source : nil
    }

    private var templates: [Template] {
        let actionTemplates =
            switch action {
            case .run(let arguments): arguments.flatMap(\.templates)
            case .open(let url), .redirect(let url): [url.template]
            case .script(let script): [Template(pieces: [.text(script.text)])]
            case .worker: [Template]()
            }
        return actionTemplates + (present ?? []).flatMap(\.templates)
    }

    /// The values of the request, such as `${x-url}`, that the route's commands or URL use, or that its worker gets.
    package var requestParts: [Template.RequestValue] {
        if case .worker = action { return Template.RequestValue.allCases }
        return templates.flatMap(\.pieces).compactMap { if case .request(let value) = $0 { value } else { nil } }
    }
}

extension CallbackURL {
    /// The destination of the callback in the question to the user: `app:` or `https://example.org`.
    var destination: String { host.map { "\(scheme)://\($0)" } ?? "\(scheme):" }
}
