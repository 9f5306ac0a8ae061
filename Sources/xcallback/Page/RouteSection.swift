import DispatcherMessages
import QueryCoding

/// The part of the page for one route: its form, its URL and its examples.
struct RouteSection {
    let route: ListedRoute

    private var path: String { route.paths.first ?? "/" }

    /// What comes before the path of its URLs.
    private var base: String {
        if let scheme = route.schemes.first { return scheme == ListedRoute.any ? "scheme://" : "\(scheme)://" }
        let domain = route.domains.first ?? ""
        return domain == ListedRoute.any ? "https://example.org" : "https://\(domain.replacing("*.", with: "www."))"
    }

    var html: String {
        let name = HTML.escaped(route.name)
        let pieces = PathPieces(path)
        let fields = pieces.undeclared(among: route.input).map {
            ListedField(name: $0, type: "line", isOptional: false)
        }
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
            \(run(fields + route.input))<button type="button" class="copy">Copy the URL</button>
            \(examples)
            </section>
            """
    }

    /// Whether a link to it is refused.
    private var isClosed: Bool { route.desktop == "never" }

    /// The link that runs it, or the command where a click may not.
    private func run(_ fields: [ListedField]) -> String {
        guard isClosed else { return "<a class=\"run\">Run</a> " }
        let needed = fields.filter { !$0.isOptional && $0.defaultValue == nil && !$0.type.hasPrefix("[") }
        let command = (["xcallback run", route.name] + needed.map { "\($0.name)=…" }).joined(separator: " ")
        return "<p class=\"notes\">Clicks may not run it. In a terminal: <code>\(HTML.shown(command))</code></p>\n"
    }

    private var notes: [String] {
        let click = [
            "ask": "a click asks first", "ask-always": "a click asks each time", "allow": "a click runs it",
            "never": "clicks are refused",
        ]
        var notes = [route.summary ?? "", click[route.desktop] ?? ""]
        if case .word(let output) = route.output, output != "none" { notes.append("answers with \(output)") }
        if !route.isAvailable { notes.append("off: \(route.reason ?? "")") }
        return notes.filter { !$0.isEmpty }
    }

    private var examples: String {
        let urls = route.examples ?? []
        guard !urls.isEmpty else { return "" }
        let items = urls.map { url in
            let text = HTML.shown(url)
            return isClosed ? "<li><code>\(text)</code></li>" : "<li><a href=\"\(HTML.escaped(url))\">\(text)</a></li>"
        }
        return "<h3>Examples</h3><ul>\(items.joined())</ul>"
    }
}
