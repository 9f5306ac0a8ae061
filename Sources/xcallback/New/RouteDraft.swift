import ArgumentParser
import DispatcherMessages
import QueryCoding
import UnixSystem
import XCallbackURL

/// A route that is being written for a file.
struct RouteDraft {
    /// The path of the route: `/show/{id:int}`.
    let path: String
    let scheme: Scheme
    /// The name that `--name` gives.
    var givenName: String?
    /// The name that is made from the path.
    private let pathName: String
    var summary: String?
    var description: String?
    var effect: String?
    /// The rule for agents; nil for the rule of the file, by default `never`.
    var agent: String?
    /// The rule for clicks; nil for the rule of the file, by default `ask`.
    var desktop: String?
    var inputs: [InputDeclaration] = []
    /// The command; until the user has given one, a command without a mistake.
    var command = ["true"]
    /// The lines of a shell that run instead of the command.
    var script: String?
    var output = "text"

    /// - Parameter place: The scheme and the path: `hello/greet`, or a link, whose parameters become inputs:
    ///   `hello:///greet?name=Ada`.
    init(_ place: String) throws(ValidationError) {
        let link = try? XCallbackURL(place)
        let parts = place.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard link != nil || parts.count > 1, let scheme = link?.scheme ?? Scheme(argument: parts[0]), !scheme.isWeb
        else {
            let form = "a scheme of your own (letters, digits, '-') and a path, as in hello/greet"
            throw ValidationError("'\(Printable.shown(place, limit: 64))' is not \(form)")
        }
        guard link?.segments.first?.last != ":" else {
            throw ValidationError("a link in a link needs 'opaque: true', as in 'xcallback new --recipe mpv'")
        }
        guard !(link?.segments ?? []).contains(where: { $0.contains(where: "/{}*?".contains) || $0.first == ":" })
        else {
            throw ValidationError(
                "the path of this link has a '/', '{', '}', '*', '?' or first ':' in a segment; write a path, as in hello/{id}"
            )
        }
        let names = (link?.parameters.grouped(bare: .null).members ?? []).map(\.name)
        // A link of a stranger must not choose a type, which follows the name.
        guard !names.contains(where: { $0.contains("=") }) else {
            throw ValidationError("a parameter of this link has a '=' in its name; write a path and --input")
        }
        self.scheme = scheme
        let segments = link?.segments ?? parts.dropFirst().filter { !$0.isEmpty }
        path = "/" + segments.joined(separator: "/")
        pathName = Self.name(of: segments.map { part in String(part.prefix { $0 != ":" || part.first == "{" }) })
        for name in names { inputs.append(try InputDeclaration(name)) }
    }

    /// Returns the letters and digits of the segments that are not parameters: `show` for `/show/{id:int}`. If all are
    /// parameters, returns their names: `action` for `/{action}`.
    private static func name(of segments: [String]) -> String {
        let literals = segments.filter { $0.first != "{" && $0.first != "*" && !$0.isEmpty }
        let names = segments.map { $0.drop { $0 == "{" }.prefix { $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty }
        let words = literals.isEmpty ? names.map(String.init) : literals
        let text = (words.isEmpty ? ["open"] : words).joined(separator: "-").lowercased()
        return text.replacing(/[^a-z0-9]/, with: "-")
    }

    /// The name of the route within its file.
    var name: String { givenName ?? pathName }

    /// The lines of the route, as an element of `routes`.
    func lines(indentation: Int) -> [String] {
        let texts: KeyValuePairs<String, String?> = [
            "name": name, "path": path, "summary": summary, "description": description, "effect": effect,
            "desktop": desktop, "agent": agent,
        ]
        var keys = texts.compactMap { key, text in text.map { "\(key): \(YAMLText.scalar($0))" } }
        if !inputs.isEmpty {
            keys.append("input:")
            keys += inputs.map { "  \(YAMLText.scalar($0.name)): \(YAMLText.flow($0.type))" }
        }
        keys.append(
            script.map { "script: \(YAMLText.scalar($0))" }
                ?? "run: [\(command.map(YAMLText.scalar).joined(separator: ", "))]")
        keys.append("output: \(YAMLText.flow(outputForm))")
        let space = String(repeating: " ", count: indentation)
        return keys.enumerated().map { index, key in "\(space)\(index == 0 ? "- " : "  ")\(key)" }
    }

    /// The word for the output, or its members as JSON.
    private var outputForm: QueryValue {
        guard output.utf8.first == UInt8(ascii: "{") else { return .string(output) }
        return (try? JSONParser.parse(Array(output.utf8), depthLimit: 8)) ?? .string(output)
    }

    /// A whole file with the route.
    var file: RouteAddition {
        let use = script == nil ? "becomes one whole argument of the command: $name" : "is a variable of the script"
        // The name of the file, which is the scheme, may have signs that the name of a route cannot have.
        let feature = scheme.text.replacing(/[+.]/, with: "-")
        let head = """
            # Routes of \(scheme): URLs. Each value of a URL \(use).
            # 'xcallback check' reports mistakes, 'xcallback reload' loads the file again.
            \(feature == scheme.text ? "" : "feature: \(feature)\n")schemes: [\(YAMLText.scalar(scheme.text))]
            # What a click may do: ask (the default), allow, ask-always or never. Any web page can click.
            desktop: ask
            routes:
            """
        return RouteAddition(head.split(separator: "\n").map(String.init) + lines(indentation: 2), to: "")
    }

    /// The parameters of the path, which need no declaration.
    private var pathInputs: [InputDeclaration] {
        path.split(separator: "{").dropFirst().compactMap { part in
            let words = part.prefix { $0 != "}" }.split(separator: ":", maxSplits: 1)
            let isRest = words.first?.hasSuffix("**") ?? false
            guard let name = words.first.map({ String(isRest ? $0.dropLast(2) : $0) }), name.last != "?",
                !inputs.contains(where: { $0.name == name })
            else { return nil }
            return try? InputDeclaration("\(name)=\(isRest ? "[line]" : words.count > 1 ? String(words[1]) : "line")")
        }
    }

    /// Whether the route's URLs have values.
    var takesInput: Bool { !inputs.isEmpty || !pathInputs.isEmpty }

    /// Whether the command or the script may use a value: whether it contains `$`.
    var usesInput: Bool { (script.map { [$0] } ?? command).contains { $0.contains("$") } }

    /// Sample values for a link to the route.
    var example: QueryValue {
        .object(
            (pathInputs + inputs).compactMap { input in
                Self.example(of: input.type, name: input.name).map { QueryValue.Member(input.name, $0) }
            })
    }

    /// The address of a bookmark that sends the page in front of the user to the route. Nil if the route has no input 'url', or
    /// needs a value that a page does not have.
    var bookmarklet: String? {
        let values = ["url": "location.href", "title": "document.title", "text": "getSelection()"]
        let needed = (example.members ?? []).map(\.name)
        guard inputs.contains(where: { $0.name == "url" }), needed.allSatisfy({ values[$0] != nil }) else { return nil }
        let query = inputs.compactMap { one in values[one.name].map { "\(one.name)='+encodeURIComponent(\($0))" } }
        return "javascript:void(location='\(scheme)://\(path)?\(query.joined(separator: "+'&")))"
    }

    /// Returns a sample value of a type: the name of the field for a text, an existing file for a path. Nil for a field that
    /// may be left out, and for a path below a folder without files.
    private static func example(of type: QueryValue, name: String) -> QueryValue? {
        if case .array(let items) = type { return items.first.flatMap { example(of: $0, name: name) }.map { [$0] } }
        if case .object = type {
            if type.value(at: "default") != nil { return nil }
            if let choice = type.value(at: "one-of")?.elements?.first { return choice }
            if let least = type.value(at: "min") { return least }
            var name: String? = name
            if let folder = type.value(at: "under")?.string {
                name = try? Directory.entries(of: folder).first { !$0.isDirectory }?.name
            }
            return name.flatMap { example(of: type.value(at: "type") ?? .null, name: $0) }
        }
        let text = type.string ?? ""
        guard text.last != "?" else { return nil }
        return switch text {
        case "int", "number": 1
        case "bool": true
        case "date": "2027-01-31"
        case "url": "https://example.org/"
        case "uuid": "00000000-0000-4000-8000-000000000000"
        case "base64": "aGk="
        default: .string(name)
        }
    }
}
