import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Reads a file of routes.d.
struct FeatureReader {
    let origin: FileOrigin
    let findings: Findings
    let settings: Settings

    static let keys =
        [
            "feature", "schemes", "domains", "enabled", "available-when", "until", "desktop", "callbacks",
            "lenient-authority", "plus-as-space", "log", "summary", "routes",
        ] + PolicyReader.keys

    /// The feature, complete only where there are no mistakes; nil if the file is no mapping.
    func feature(_ node: YAMLNode) -> Feature? {
        guard let section = Section(node, named: "a routes file", keys: Self.keys, findings: findings) else {
            return nil
        }
        var feature = Feature(
            name: name(section), file: origin.path, summary: section.text("summary")?.text, scopes: scopes(section),
            availability: availability(section), lenientAuthority: section.flag("lenient-authority") ?? false,
            plusAsSpace: section.flag("plus-as-space") ?? false, isLogged: section.flag("log") ?? false, routes: [])
        let rule = section.word("desktop", as: DesktopRule.self) ?? .ask
        let reader = RouteReader(
            origin: origin, findings: findings, settings: settings, feature: feature.name,
            desktop: rule.capped(for: origin, at: section.keyLocation("desktop"), findings),
            callbacks: CallbackReader(origin: origin, findings: findings)
                .lists(section["callbacks"], defaults: settings.callbacks),
            policy: PolicyReader(origin: origin, findings: findings).policy(section))
        if !section.contains("routes") { findings.mistake(section.location, "a routes file needs 'routes'") }
        var places: [String: SourceLocation] = [:]
        for node in section.list("routes") ?? [] {
            guard let route = reader.route(node) else { continue }
            if let first = places.updateValue(route.location, forKey: route.name) {
                findings.mistake(route.location, "route '\(route.name)' is already declared at \(first)")
            }
            feature.routes.append(route)
        }
        return feature
    }

    private func name(_ section: Section) -> String {
        let text = section.text("feature")
        let name = text?.text ?? String(FilePlace.name(of: origin.path).dropLast(".yaml".count))
        if !Naming.isName(name) {
            let rest = text == nil ? ", so the file needs 'feature'" : ""
            findings.mistake(
                text?.location ?? origin.start, "the name '\(name)' must be lower-case letters, digits and '-'\(rest)")
        } else if name == "xcallback" {
            findings.mistake(text?.location ?? origin.start, "the feature 'xcallback' is built in; choose another name")
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
            findings.mistake(section.location, "a routes file needs 'schemes' or 'domains'")
        } else if scopes.isEmpty, findings.mistakes.isEmpty {
            findings.mistake(section.location, "a routes file needs at least one scheme or domain")
        }
        return scopes
    }

    /// The texts of a list; nil for `any`.
    private func texts(_ node: YAMLNode, _ key: String) -> [LocatedText]? {
        switch node.content {
        case .text("any"): return nil
        case .list: return node.texts("'\(key)'", findings)
        default:
            node.refuse("'\(key)'", "'any' or a list", findings, among: ["any"])
            return []
        }
    }

    private func scheme(_ text: LocatedText) -> Scope? {
        guard let scheme = SchemeText.read(text, findings) else { return nil }
        if scheme.isWeb {
            findings.mistake(text.location, "web links are matched by their host, under 'domains'")
            return nil
        }
        if scheme.text == "xcallback" {
            findings.mistake(text.location, "the scheme 'xcallback' is the daemon's own")
            return nil
        }
        return .scheme(scheme)
    }

    private func domain(_ text: LocatedText) -> Scope? {
        let isWild = text.text.hasPrefix("*.")
        if let host = HostText.read(isWild ? String(text.text.dropFirst(2)) : text.text) {
            return .domain(isWild ? "*.\(host)" : host)
        }
        findings.mistake(text.location, "'\(text.text)' is no domain; write it as in 'example.org' or '*.example.org'")
        return nil
    }

    private func availability(_ section: Section) -> Feature.Availability {
        var availability = Feature.Availability()
        availability.isEnabled = section.flag("enabled") ?? true
        availability.command = section.command("available-when", relativeTo: origin.folder)
        if let until = section.text("until") {
            if until.text.utf8.count == 10, ScalarSyntax.isDate(until.text) {
                availability.until = until.text
            } else {
                section.refuse("until", "a day such as 2027-01-31", until.text)
            }
        }
        return availability
    }
}
