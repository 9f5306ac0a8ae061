import DispatcherMessages
import QueryCoding

/// The part of the page for one route: its form, its URL and its examples.
struct RouteSection {
    let route: ListedRoute

    private var path: String { route.paths.first ?? "/" }

    /// The part of the route's URLs before the path.
    private var base: String {
        if let scheme = route.schemes.first { return scheme == ListedRoute.any ? "scheme://" : "\(scheme)://" }
        let domain = route.domains.first ?? ""
        return domain == ListedRoute.any ? "https://example.org" : "https://\(domain.replacing("*.", with: "www."))"
    }

    var html: String {
        let name = HTML.escaped(route.name)
        let pieces = PathPieces(path)
        // The parameters of the path that the input does not declare.
        let names = pieces.names.filter { name in !route.input.contains { $0.name == name } }
        let fields = names.map { ListedField(name: $0, type: "line", isOptional: false) }
        let forms = (fields + route.input).enumerated().map { index, field in
            FormField(field: field, identifier: "\(name)-\(index)").html
        }
        return """
            <section aria-labelledby="\(name)" data-base="\(HTML.escaped(base))" data-path="\(HTML.escaped(pieces.json))">
            <h2 id="\(name)">\(HTML.shown(route.name))</h2>
            <p class="notes">\(notes.map(HTML.shown).joined(separator: " · "))</p>
            <form>
            \(forms.joined(separator: "\n"))
            </form>
            <code class="url" aria-label="URL"></code>
            \(isClosed ? "" : "<a class=\"run\">Run</a> ")<button type="button" class="copy">Copy the URL</button>
            \(terminal(fields + route.input))\(examples)
            </section>
            """
    }

    /// Whether the daemon refuses links to the route.
    private var isClosed: Bool { route.desktop == "never" }

    /// Whether the route declares an output.
    private var isAnswering: Bool { if case .word("none") = route.output { false } else { true } }

    /// Returns the command that runs the route, if a click may not run the route or shows no answer; else an empty
    /// text.
    private func terminal(_ fields: [ListedField]) -> String {
        guard isClosed || isAnswering && route.notifies != true else { return "" }
        let reason = isClosed ? "Clicks may not run this route." : "A click shows no answer."
        let needed = fields.filter(\.isRequired).map { "\($0.name)=…" }
        let command = (["xcallback run", route.name] + needed).joined(separator: " ")
        return "<p class=\"notes\">\(reason) In a terminal: <code>\(HTML.shown(command))</code></p>\n"
    }

    private var notes: [String] {
        let click = [
            "ask": "a click asks first", "ask-always": "a click asks each time", "allow": "a click runs it",
            "never": "clicks are refused",
        ]
        let agent = ["ask": "an agent asks first", "allow": "an agent runs it unasked"]
        var notes = [
            route.summary ?? "", route.description ?? "", click[route.desktop ?? ""] ?? "", agent[route.agent] ?? "",
        ]
        if isAnswering {
            var answer = "answers"
            if case .word(let form) = route.output { answer += " with \(form)" }
            notes.append("\(answer), which goes to the x-success of the URL")
        }
        if route.notifies == true {
            let isShown = route.output == .word("text") || route.output == .word("lines")
            notes.append("after a click, a notification \(isShown ? "shows the answer" : "says that it is done")")
        }
        if !route.isAvailable { notes.append("off: \(route.reason ?? "")") }
        return notes.filter { !$0.isEmpty }
    }

    private var examples: String {
        let items = (route.examples ?? []).map { url in
            let text = HTML.shown(url)
            return isClosed ? "<li><code>\(text)</code></li>" : "<li><a href=\"\(HTML.escaped(url))\">\(text)</a></li>"
        }
        return items.isEmpty ? "" : "<h3>Examples</h3><ul>\(items.joined())</ul>"
    }
}
