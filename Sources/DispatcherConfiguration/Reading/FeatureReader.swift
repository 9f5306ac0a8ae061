import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Reads a file of routes.d.
struct FeatureReader {
    let origin: FileOrigin
    let diagnostics: Diagnostics
    let settings: Settings

    /// Reads the feature; nil if the file is not a mapping. It is complete only if there are no mistakes.
    func feature(_ node: YAMLNode) -> Feature? {
        let section = Section(
            node, named: "a routes file", of: .file, foreign: .file, diagnostics: diagnostics)
        guard let section else { return nil }
        var feature = Feature(
            name: name(section), file: origin.path, summary: section.text("summary")?.text, isOwn: origin.isOwn,
            scopes: scopes(section),
            availability: availability(section), lenientAuthority: section.flag("lenient-authority") ?? false,
            isLogged: section.flag("log") ?? false, routes: [])
        let rule = section.word("desktop", as: DesktopRule.self) ?? .ask
        let reader = RouteReader(
            origin: origin, diagnostics: diagnostics, settings: settings, feature: feature.name,
            desktop: rule.capped(for: origin, at: section.keyLocation("desktop"), diagnostics),
            callbacks: CallbackReader(origin: origin, diagnostics: diagnostics)
                .lists(section["callbacks"], defaults: settings.callbacks),
            policy: PolicyReader(origin: origin, diagnostics: diagnostics).policy(section))
        if !section.contains("routes") { diagnostics.mistake(section.location, "a routes file needs 'routes'") }
        let nodes = section.list("routes") ?? []
        feature.routes.reserveCapacity(nodes.count)
        var places: [String: SourceLocation] = [:]
        for node in nodes {
            let route = diagnostics.part { reader.route(node) }
            // A route with other mistakes has a name too, so that one check shows all mistakes.
            if let name = Self.name(of: node), let first = places.updateValue(node.location, forKey: name) {
                diagnostics.mistake(node.location, "route '\(feature.name).\(name)' is already declared at \(first)")
                // That its path ties with that of the other, as after a copy, would be the same mistake.
                continue
            }
            if let route { feature.routes.append(route) }
        }
        return feature
    }

    /// The valid name of a route's mapping.
    private static func name(of route: YAMLNode) -> String? {
        guard case .mapping(let entries) = route.content,
            case .text(let name)? = entries.first(where: { $0.key.text == "name" })?.value.content
        else { return nil }
        return NameRules.isName(name) ? name : nil
    }

    private func name(_ section: Section) -> String {
        let text = section.text("feature")
        let name = text?.text ?? String(RelativePath.name(of: origin.path).dropLast(".yaml".count))
        if !NameRules.isName(name) {
            let rest = text == nil ? ", so the file needs 'feature'" : ""
            diagnostics.mistake(
                text?.location ?? origin.start, "the name '\(name)' must be lower-case letters, digits and '-'\(rest)")
        } else if name == "xcallback" {
            diagnostics.mistake(
                text?.location ?? origin.start, "the feature 'xcallback' is built in; choose another name")
        }
        return name
    }

    private func scopes(_ section: Section) -> [Scope] {
        var scopes: [Scope] = []
        func add(_ scope: Scope) {
            if !scopes.contains(scope) { scopes.append(scope) }
        }
        let isAnySaid = section.contains("schemes") || section.contains("domains")
        if let node = section["schemes"] {
            texts(node, "schemes").map { $0.compactMap(scheme).forEach(add) } ?? add(.anyScheme)
        }
        if let node = section["domains"] {
            texts(node, "domains").map { $0.compactMap(domain).forEach(add) } ?? add(.anyDomain)
        }
        if !isAnySaid {
            diagnostics.mistake(section.location, "a routes file needs 'schemes' or 'domains'")
        } else if scopes.isEmpty, !diagnostics.hasMistakes {
            diagnostics.mistake(section.location, "a routes file needs at least one scheme or domain")
        }
        return scopes
    }

    /// Reads the texts of a list; nil for `any`.
    private func texts(_ node: YAMLNode, _ key: String) -> [LocatedText]? {
        switch node.content {
        case .text("any"): return nil
        case .list: return node.texts("'\(key)'", diagnostics)
        default:
            node.refuse("'\(key)'", "'any' or a list", diagnostics, among: ["any"], hint: node.listHint)
            return []
        }
    }

    private func scheme(_ text: LocatedText) -> Scope? {
        guard let scheme = text.scheme(diagnostics) else { return nil }
        if scheme.isWeb {
            diagnostics.mistake(text.location, "web links are matched by their host, under 'domains'")
            return nil
        }
        if scheme.text == "xcallback" {
            diagnostics.mistake(text.location, "the scheme 'xcallback' is the daemon's own")
            return nil
        }
        if let fault = BannedScheme.servingFault(scheme) {
            diagnostics.mistake(text.location, fault)
            return nil
        }
        return .scheme(scheme)
    }

    private func domain(_ text: LocatedText) -> Scope? {
        let isWild = text.text.hasPrefix("*.")
        if let host = text.host(after: isWild ? "*." : "") {
            return .domain(isWild ? "*.\(host)" : host)
        }
        diagnostics.mistake(
            text.location, "'\(text.text)' is not a domain; write it as in 'example.org' or '*.example.org'")
        return nil
    }

    private func availability(_ section: Section) -> Feature.Availability {
        var availability = Feature.Availability()
        availability.isEnabled = section.flag("enabled") ?? true
        availability.command = section.command("available-when", relativeTo: origin.folder)
        if let command = availability.command, let node = section["available-when"] {
            refuseVariables(in: command, node.location)
        }
        if let until = section.text("until") {
            if until.text.utf8.count == 10, ScalarSyntax.isDate(until.text) {
                availability.until = until.text
            } else {
                section.refuse("until", "a day such as 2027-01-31", until.text)
            }
        }
        return availability
    }

    /// Refuses words such as `$HOME/notes`, unless the command has rules for its words, as a shell does.
    private func refuseVariables(in command: [String], _ location: SourceLocation) {
        guard CommandSyntax.of(command[0]) == nil else { return }
        if command.contains(where: { LocatedText(text: $0, location: location).isBelowHome }) {
            diagnostics.mistake(location, LocatedText.homeHint)
        }
        guard let variable = command.lazy.compactMap(Self.variable).first else { return }
        // Quoted, so that a folder with a space stays one word.
        let line = command.map { Self.variable(in: $0) == nil ? $0 : "\"\($0)\"" }.joined(separator: " ")
        diagnostics.mistake(
            location,
            "'\(variable)' is not expanded; write the whole path, or let a shell do it"
                + (FlowText.suggestion(words: ["sh", "-c", line]).map { ": \($0)" } ?? ""))
    }

    /// The first variable that a shell would find in a word, with its dollar sign.
    private static func variable(in word: String) -> String? {
        guard let dollar = word.firstIndex(of: "$") else { return nil }
        let rest = word[word.index(after: dollar)...]
        let name = rest.drop { $0 == "{" }.utf8.prefix(while: NameRules.isWord)
        guard let first = name.first, NameRules.isWordStart(first) else { return nil }
        return "$" + String(decoding: name, as: UTF8.self)
    }
}
