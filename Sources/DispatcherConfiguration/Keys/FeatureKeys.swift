import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The keys of a file of routes.d.
enum FeatureKeys {
    static let name = Key<FeatureDraft>(
        "feature", .name, \.name, aliases: "name",
        "Name of the file in commands and in the names of its routes; by default its name without .yaml.",
        example: "notes")
    static let schemes = Key<FeatureDraft>(
        "schemes",
        .word("any", as: { [.anyScheme] }, or: Form<[Scheme]>.list(of: .ownScheme).map { $0.map(Scope.scheme) }),
        \.schemes, aliases: "protocols",
        """
        The schemes whose URLs the routes answer. A scheme of browsers or of local files, such as about or file, is a \
        mistake.
        """, example: "[notes]")
    static let opaque = Key<FeatureDraft>(
        "opaque", .flag, \.shared.isOpaque, standard: "false",
        """
        If true, all that follows 'scheme:' and an optional '//' is one segment, decoded once, in each URL of the file's \
        schemes. Such a URL has no authority, query, fragment or callbacks. A path is the text of the segment after a '/', as \
        in /https://{rest}. Every file with these schemes needs the same value.
        """, with: "schemes: [freetube]", example: "true")
    private static let structured = Condition<FeatureDraft>.structured { $0.shared.isOpaque }
    private static let domains = Key<FeatureDraft>(
        "domains",
        .word("any", as: { [.anyDomain] }, or: Form<[String]>.list(of: .domain).map { $0.map(Scope.domain) }),
        \.domains, only: structured, aliases: "hosts host",
        "The hosts of the web links that the routes answer; '*.' stands for every subdomain.",
        example: "[notes.example.org, \"*.example.org\"]")

    static let table = Table<FeatureDraft>("A ROUTES FILE", anyOf: [schemes, domains]) {
        name
        schemes
        domains
        opaque
        Key(
            "fragment", .words(["parameters": true]), \.feature.readsFragment, only: structured,
            """
            With 'parameters', the routes read the fragment of a URL as a query whose parameters follow the URL's own, as \
            sign-in pages answer. Without this key, only ${x-fragment} and ${x-url} have the fragment.
            """, example: "parameters")
        Key(
            "enabled", .flag, \.feature.availability.isEnabled, standard: "true",
            "If false, the routes answer 424. 'xcallback resume' and 'xcallback pause' override this key.",
            example: "false")
        Key(
            "available-when", .condition, \.feature.availability.command,
            """
            The routes answer 424 unless this command exits with 0. The command runs when its result is needed, for at \
            most 2 s; the result holds for 5 s, for requests with the same environment variables.
            """, example: "[test, -d, /srv/notes]")
        Key(
            "until",
            .text("a day such as 2027-01-31") { $0.utf8.count == 10 && ScalarSyntax.isDate($0) },
            \.feature.availability.until,
            "The first day, in local time, on which requests to the routes end with error 424.",
            example: "2027-01-31")
        Key(
            "lenient-authority", .flag, \.feature.lenientAuthority, standard: "false", only: structured,
            """
            If true, a URL that matches no route is tried again by its path alone, without its authority, before any \
            fallback route.
            """, example: "true")
        Key(
            "log", .flag, \.feature.isLogged, standard: "false",
            "Log a line for each request: its route, its outcome and the time it took.", example: "true")
        Key(
            "summary", .text, \.feature.summary,
            "A description of the file in one line. The desktop entry of a scheme shows it if only this file names the scheme.",
            example: "Notes as files")
        Key(
            "routes", Form<[YAMLNode]>.list(of: .mapping(of: RouteKeys.table), isOfTexts: false), \.routes,
            isRequired: true,
            "The routes.", example: "[{name: ping, path: /ping, run: [\"true\"]}]")
        SharedKeys.keys(in: \.shared, structured: structured)
    }
}

extension Form<[String]> {
    /// A command that runs without a shell.
    fileprivate static var condition: Form {
        command.checking { words, node, context in context.refuseVariables(in: words, node.location) }
    }
}

extension ValueContext {
    /// Refuses words such as `$HOME/notes`, unless the command interprets its words itself, as a shell does.
    fileprivate func refuseVariables(in command: [String], _ location: SourceLocation) {
        guard !command.contains(where: { CommandSyntax.of($0)?.runsCode == true }) else { return }
        if command.contains(where: \.isBelowHome) { diagnostics.mistake(location, String.homeHint) }
        guard let variable = command.lazy.compactMap(Self.variable).first else { return }
        // A word with a variable is quoted, so that a folder with a space stays one word.
        let line = command.map { Self.variable(in: $0) == nil ? $0 : "\"\($0)\"" }.joined(separator: " ")
        diagnostics.mistake(
            location,
            "'\(variable)' is not expanded; write the whole path, or let a shell do it"
                + (FlowText.suggestion(words: ["sh", "-c", line]).map { ": \($0)" } ?? ""))
    }

    /// Returns the first variable that a shell would find in a word, with its dollar sign.
    private static func variable(in word: String) -> String? {
        guard let dollar = word.firstIndex(of: "$") else { return nil }
        let rest = word[word.index(after: dollar)...]
        let name = rest.drop { $0 == "{" }.utf8.prefix(while: NameRules.isWord)
        guard let first = name.first, NameRules.isWordStart(first) else { return nil }
        return "$" + String(decoding: name, as: UTF8.self)
    }
}

/// The content of a file of routes.d, before the checks.
struct FeatureDraft {
    var feature: Feature
    /// The values for all routes of the file.
    var shared: SharedKeys
    var name: LocatedText?
    var schemes: [Scope] = []
    var domains: [Scope] = []
    var routes: [YAMLNode] = []
}
