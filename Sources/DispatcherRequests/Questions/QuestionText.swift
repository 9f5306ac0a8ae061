import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import RequestRecord
import URLSchemeRouter
import XCallbackURL

/// The lines of a question, in this order: the asking agent, the request, its command, its values, the asking app, and the
/// destinations of the answer. Values are shown by ``Printable/shown(_:limit:isolated:)``, without secrets.
struct QuestionText {
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
