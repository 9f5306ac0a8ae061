import URLSchemeRouter

/// Reads a file of routes.d.
struct FeatureReader {
    let context: ValueContext
    let settings: Settings

    private var origin: FileOrigin { context.origin }
    private var diagnostics: Diagnostics { context.diagnostics }

    /// Reads the feature; nil if the file is not a mapping. The feature is complete only if there are no mistakes.
    func feature(_ node: YAMLNode) -> Feature? {
        let fileName = String(RelativePath.name(of: origin.path).dropLast(".yaml".count))
        var draft = FeatureDraft(
            feature: Feature(name: fileName, file: origin.path), shared: SharedKeys(hosts: settings.callbacks.hosts))
        let section = FeatureKeys.table.read(node, named: "a routes file", into: &draft, context)
        guard let section else { return nil }
        draft.feature.name = name(draft, section)
        draft.feature.isOpaque = draft.shared.isOpaque
        draft.feature.scopes = scopes(draft, section)
        var inner = context
        inner.isOpaque = draft.shared.isOpaque
        let reader = RouteReader(
            context: inner, settings: settings, feature: draft.feature.name, shared: draft.shared)
        var places: [String: SourceLocation] = [:]
        for node in draft.routes {
            let route = reader.route(node)
            // A route with other mistakes has a name too, so that one check shows all mistakes.
            if let name = Self.name(of: node), let first = places.updateValue(node.location, forKey: name) {
                diagnostics.mistake(
                    node.location, "route '\(draft.feature.name).\(name)' is already declared at \(first)")
                // If the paths of the two routes tie as well, as after a copy, the tie would be the same mistake.
                continue
            }
            if let route { draft.feature.routes.append(DefinedRoute(route)) }
        }
        return draft.feature
    }

    /// The valid name of a route's mapping.
    private static func name(of route: YAMLNode) -> String? {
        guard case .mapping(let entries) = route.content,
            case .text(let name)? = entries.first(where: { $0.key.text == RouteKeys.name.name })?.value.content
        else { return nil }
        return NameRules.isName(name) ? name : nil
    }

    private func name(_ draft: FeatureDraft, _ section: Section) -> String {
        let name = draft.name?.text ?? draft.feature.name
        if !section.contains(FeatureKeys.name), !NameRules.isName(name) {
            diagnostics.mistake(
                origin.start,
                "the name '\(name)' must be lower-case letters, digits and '-', so the file needs 'feature'")
        } else if name == "xcallback" {
            diagnostics.mistake(
                draft.name?.location ?? origin.start, "the name 'xcallback' is built in; choose another name")
        }
        return name
    }

    private func scopes(_ draft: FeatureDraft, _ section: Section) -> [Scope] {
        var scopes: [Scope] = []
        for scope in draft.schemes + draft.domains where !scopes.contains(scope) { scopes.append(scope) }
        if draft.shared.isOpaque, scopes.contains(.anyScheme) {
            diagnostics.mistake(
                section.location(of: FeatureKeys.schemes), "'opaque: true' needs the names of its schemes, not 'any'")
        }
        if scopes.isEmpty, !diagnostics.hasMistakes {
            diagnostics.mistake(section.location, "a routes file needs at least one scheme or domain")
        }
        return scopes
    }
}
