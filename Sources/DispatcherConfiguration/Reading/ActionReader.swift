import QueryCoding
import XCallbackURL

/// Reads `run`, `script`, `open` and `redirect`, and `present`.
struct ActionReader {
    let context: ValueContext
    let fields: [InputField]

    private var diagnostics: Diagnostics { context.diagnostics }
    private var templates: TemplateParser { TemplateParser(fields: fields, diagnostics: diagnostics) }

    /// Reads the arguments of a command; nil if the node is not a list.
    func arguments(_ node: YAMLNode, of key: String) -> [Argument]? {
        guard let elements = node.words(of: key, diagnostics) else { return nil }
        guard let program = elements.first else {
            diagnostics.mistake(node.location, "'\(key)' must name a program")
            return []
        }
        var arguments: [Argument] = []
        if let text = literal(program) {
            let path = RelativePath.program(text, relativeTo: context.origin.folder)
            arguments.append(.element(Template(pieces: [.text(path)])))
        }
        var locations = [program.location]
        for element in elements.dropFirst() {
            switch element.content {
            case .list(let parts):
                if let group = group(parts, element) { arguments.append(.group(group)) }
                locations += parts.map(\.location)
            case .nothing: diagnostics.mistake(element.location, "an argument has no value; an empty one is \"\"")
            case .text, .mapping, .refused:
                if let argument = argument(element) { arguments.append(.element(argument)) }
                locations.append(element.location)
            }
        }
        if arguments.count == elements.count { check(arguments, locations) }
        return arguments
    }

    /// Refuses values that may be more than data to a program of the table. Warns of values in the names of files, and of
    /// files that are closed before their program opens them.
    private func check(_ arguments: [Argument], _ locations: [SourceLocation]) {
        guard arguments.contains(where: { $0.templates.contains { $0.literal == nil } }) else { return }
        let check = CommandCheck(arguments, fields: fields)
        let words = arguments.flatMap(\.templates)
        for (place, injection) in check.injections where injection.kind != .unknown {
            diagnostics.mistake(locations[place], injection.message(for: words[place].shownValues))
        }
        let opened = fields.filter { $0.type.kind == .path && !$0.isNamed }
        for (place, word) in words.enumerated() where check.started != nil {
            guard let field = opened.first(where: { word.parameterNames.contains($0.name) }) else { continue }
            diagnostics.warning(
                locations[place],
                "'xcallback start' ends at once, and then '\(field.name)' names no file; write 'as: name' in the input")
        }
        for (place, word) in words.enumerated() where check.injections[place]?.kind ?? .unknown == .unknown {
            guard case .parameter(let name)? = word.pieces.dropFirst().first,
                let folder = FileNames.folder(in: word.leadingText),
                fields.contains(where: { $0.name == name && $0.mayLeaveFolder })
            else { continue }
            diagnostics.warning(locations[place], FileNames.warning(of: name, in: folder))
        }
    }

    /// Reads the program, which must be literal: a URL must not choose the program.
    private func literal(_ node: YAMLNode) -> String? {
        guard case .text = node.content else {
            node.refuse("the program", "a text", diagnostics)
            return nil
        }
        guard let template = template(node) else { return nil }
        guard let text = template.literal, !text.isEmpty else {
            let isLine = template.pieces.contains { if case .text(let text) = $0 { text.contains(" ") } else { false } }
            let hint = isLine ? "; write each word as an argument of its own" : ""
            return context.mistake(node.location, "the program must be literal text, without parameters\(hint)")
        }
        if text.isBelowHome { diagnostics.mistake(node.location, String.homeHint) }
        return text
    }

    private func group(_ parts: [YAMLNode], _ node: YAMLNode) -> [Template]? {
        guard !parts.isEmpty else {
            return context.mistake(node.location, "a group needs at least one argument")
        }
        let templates = parts.compactMap { part -> Template? in
            if case .list = part.content {
                return context.mistake(part.location, "a group cannot contain a group")
            }
            return argument(part)
        }
        guard templates.count == parts.count else { return nil }
        checkArrays(templates.flatMap(\.parameterNames), in: "a group", node.location)
        return templates
    }

    /// Reads an argument after the program.
    private func argument(_ node: YAMLNode) -> Template? {
        guard let template = template(node) else { return nil }
        if template.leadingText.isBelowHome {
            diagnostics.warning(node.location, "\(String.homeHint) if it means the home folder")
        }
        return template
    }

    private func template(_ node: YAMLNode) -> Template? {
        if case .mapping(let entries) = node.content, entries.count == 1, case .nothing = entries[0].value.content {
            node.refuse("an argument", "a text", diagnostics, hint: "; write $\(entries[0].key.text) for a value")
            return nil
        }
        guard let text = node.text("an argument", diagnostics), let template = templates.parse(text) else { return nil }
        if template.pieces.count > 1 { checkArrays(template.parameterNames, in: "an argument", node.location) }
        return template
    }

    private func checkArrays(_ names: [String], in place: String, _ location: SourceLocation) {
        guard names.count > 1 else { return }
        let arrays = Set(names).intersection(fields.filter(\.isArray).map(\.name)).sorted()
        guard arrays.count > 1 else { return }
        let shown = arrays.map { "'$\($0)'" }.joined(separator: " and ")
        diagnostics.mistake(location, "\(place) can be repeated for one array only, not for \(shown)")
    }

    /// Reads the URL that a route opens in another app.
    func opened(_ text: LocatedText) -> URLTemplate? {
        guard let template = template(of: text, key: RouteKeys.open.name) else { return nil }
        guard !BannedScheme.isNeverATemplate(template.scheme) else {
            return context.mistake(
                text.location,
                "\(template.scheme): is never opened, because such a URL contains the code or the page itself")
        }
        let sample = try? CallbackURL(template.url.sample)
        if let fault = sample?.fault {
            diagnostics.warning(text.location, "\(fault), so each request of the route ends with error 400")
        } else if let reason = sample?.ban {
            diagnostics.warning(text.location, "\(reason); the route opens it nevertheless")
        }
        return template.url
    }

    /// Reads the URL that a route redirects to. Whether a route answers the URL is checked after all files are read.
    func redirected(_ text: LocatedText) -> URLTemplate? {
        guard let url = template(of: text, key: RouteKeys.redirect.name)?.url else { return nil }
        do {
            _ = try XCallbackURL(url.sample)
            return url
        } catch {
            return context.mistake(text.location, "'redirect' is not a URL: \(error)")
        }
    }

    private func template(of text: LocatedText, key: String) -> (url: URLTemplate, scheme: Scheme)? {
        guard let template = templates.parse(text) else { return nil }
        for name in template.parameterNames where fields.contains(where: { $0.name == name && $0.isArray }) {
            return context.mistake(text.location, "'$\(name)' is an array, and a URL takes one value at each place")
        }
        let head = template.leadingText
        guard let colon = head.firstIndex(of: ":"), let scheme = Scheme(head[..<colon]) else {
            return context.mistake(
                text.location, "'\(key)' must begin with a literal scheme, as in 'notes:///create?title=$title'")
        }
        let url = URLTemplate(template: template)
        do {
            let raw = try RawURL(Array(url.sample.utf8))
            if let authority = raw.authority { _ = try RawURL.decode(authority, part: .authority) }
            _ = try raw.decodedSegments()
            _ = try raw.decodedParameters(plusAsSpace: false, limit: .max)
            if let fragment = raw.fragment { _ = try RawURL.decode(fragment, part: .fragment) }
        } catch {
            return context.mistake(text.location, "'\(key)' is not a URL: \(error)")
        }
        return (url, scheme)
    }
}
