import DispatcherConfiguration
import QueryCoding
import XCallbackURL

/// The action of a route from a file for an input, both with the real values and without secrets.
enum PlannedAction {
    /// Runs a command. A script is shown by its file and line.
    case run(Confidential<[String]>)
    case open(Confidential<String>)
    case redirect(Confidential<String>)
    /// Asks a worker that serves this name.
    case worker(String)

    /// Nil for a route that is neither from a file nor from a worker. Throws if a value cannot be inserted into the command or the URL.
    init?(_ matched: MatchedRequest, _ input: Confidential<QueryValue>) throws(OutcomeError) {
        guard let definition = matched.route.definition?.value else { return nil }
        switch definition.action {
        case .run(let arguments): self = .run(try matched.inserting(input, arguments.arguments))
        case .script(let script):
            let words = definition.shown(script)
            self = .run(Confidential(revealed: words, redacted: words))
        case .open(let template): self = .open(try matched.inserting(input, template.url))
        case .redirect(let template): self = .redirect(try matched.inserting(input, template.url))
        case .worker(let name): self = .worker(name)
        }
    }
}
