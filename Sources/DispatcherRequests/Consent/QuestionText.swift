import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The lines of a question: its wording, the command, the values, where the answer goes, and what "always" would allow.
/// Values are escaped, without secrets, and at most ``valueLimit`` bytes long.
struct QuestionText {
    private let matched: MatchedRequest
    private let input: Confidential<QueryValue>
    private let redaction: Redaction
    /// The requests that an answer of "always" allows; nil where such an answer allows this request alone.
    private let grant: Grant?

    private static let valueLimit = 200
    /// The most bytes of a command.
    private static let commandLimit = 1000
    /// The most parameters of a route that gets all of them, and the most bytes of a name and of a value there. A page
    /// chooses them, and could push what follows them out of sight.
    private static let parameterLimit = 20
    private static let parameterSize = 80
    /// Names that begin other lines.
    private static let labels = ["runs", "opens"]

    /// Throws 413 for more parameters than the user can be shown.
    init(_ matched: MatchedRequest, input: Confidential<QueryValue>, grant: Grant?) throws(OutcomeError) {
        let count = matched.parameters.elements.count
        guard matched.route.definition?.value.stdin != .parameters || count <= Self.parameterLimit else {
            throw OutcomeError(
                .tooLarge,
                "the user can be asked about \(Self.parameterLimit) parameters, and the request has \(count)")
        }
        self.matched = matched
        self.input = input
        self.grant = grant
        redaction = Redaction(of: .matched(matched), keepsInputs: true)
    }

    var lines: [String] { [wording] + action + values + asker + destinations + [always] }

    private var wording: String {
        let name = matched.match.entry.name
        let definition = matched.route.definition?.value
        let text = definition?.confirm ?? definition?.summary.map { "\(name): \($0)" } ?? name
        return Printable.wording(text, limit: 2 * Self.valueLimit)
    }

    private var action: [String] {
        // What cannot be put together is refused before anybody is asked.
        switch try? PlannedAction(matched, input) {
        case .run(let words): Self.runs(words.redacted)
        case .open(let url): ["opens: \(Self.value(url.redacted))"]
        case .redirect, nil: []
        }
    }

    private var values: [String] {
        if matched.route.definition?.value.stdin == .parameters { return allParameters }
        guard case .object(let members) = input.redacted else { return [] }
        return members.filter { $0.value != .null }.map { member in
            let name = Self.labels.contains(member.name) ? "input \(member.name)" : member.name
            return "\(name): \(Self.value(member.value.text ?? member.value.json))"
        }
    }

    /// All parameters of the URL. The route does not choose their names, so each line begins with a word of ours.
    private var allParameters: [String] {
        matched.parameters.elements.map { element in
            let name = Printable.argument(element.name, limit: Self.parameterSize)
            let value = matched.secrets.names.contains(element.name) ? Secrets.mark : element.value ?? ""
            return "parameter \(name): \(Printable.line(value, limit: Self.parameterSize))"
        }
    }

    /// The app that asks: a hint, because any program of the user can pretend to be any app.
    private var asker: [String] { matched.submission.peer?.app.map { ["asked by: \(Self.value($0))"] } ?? [] }

    private var destinations: [String] {
        var lines: [String] = []
        for callback in CallbackKind.allCases.compactMap({ matched.callbacks[$0] }) {
            let text = redaction.url(callback.text)
            // A page could choose a secret that is part of the destination, to hide it.
            let shown = text.hasPrefix(callback.destination) ? text : "\(callback.destination) (\(text))"
            let line = "answer goes to: \(Self.value(shown))"
            if !lines.contains(line) { lines.append(line) }
        }
        return lines
    }

    private var always: String {
        let name = matched.match.entry.name
        guard let grant else {
            return (["asked about each time"] + [Grant.obstacle(to: matched)].compactMap(\.self)).joined(
                separator: ", ")
        }
        let values = Self.list(grant.parameters).map { "with any \($0)" } ?? "without parameters"
        let answers = Self.list(grant.callbacks).map { "only \($0)" } ?? "no other app"
        return "always allow: \(name) \(values), answering \(answers)"
    }

    /// `a, b and c`; nil for no words.
    private static func list(_ words: [String]) -> String? {
        guard let last = words.last else { return nil }
        return value(words.count == 1 ? last : "\(words.dropLast().joined(separator: ", ")) and \(last)")
    }

    private static func value(_ text: String) -> String { Printable.line(text, limit: valueLimit) }

    private static func runs(_ words: [String]) -> [String] {
        var line = "runs:"
        for word in words {
            guard line.utf8.count + word.utf8.count < commandLimit else { return [line + " ..."] }
            line += " " + Printable.argument(word, limit: valueLimit)
        }
        return [line]
    }
}
