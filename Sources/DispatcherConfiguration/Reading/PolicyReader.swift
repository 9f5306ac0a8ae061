import QueryCoding

/// Reads the keys that a file may have for all of its routes, and a route for itself.
struct PolicyReader {
    let origin: FileOrigin
    let diagnostics: Diagnostics

    /// Reads the policy of a section. Absent keys are inherited.
    func policy(_ section: Section, above: RoutePolicy = RoutePolicy()) -> RoutePolicy {
        guard Self.keys.contains(where: { section.contains($0) }) else { return above }
        return RoutePolicy(
            token: token(section) ?? above.token, rate: rate(section) ?? above.rate,
            strip: strip(section) ?? above.strip,
            concurrency: section.whole("concurrency") ?? above.concurrency,
            plusAsSpace: section.flag("plus-as-space") ?? above.plusAsSpace,
            arrays: section.word("arrays", as: ArrayWord.self)?.style ?? above.arrays)
    }

    private static let keys = ["token", "rate", "strip", "concurrency", "plus-as-space", "arrays"]

    /// The values of `arrays`.
    static let arrays = ArrayWord.allCases.map(\.rawValue)

    private enum ArrayWord: String, CaseIterable {
        case `repeat`, dotted, brackets, comma, json

        var style: ArrayStyle {
            switch self {
            case .repeat: .repeated
            case .dotted: .dotted
            case .brackets: .brackets
            case .comma: .comma
            case .json: .json
            }
        }
    }

    /// `token: {file: F}` or `token: {file: F, parameter: auth-token, required: true}`
    private func token(_ section: Section) -> RoutePolicy.Token? {
        guard let node = section["token"] else { return nil }
        guard let token = Section(node, named: "'token'", of: .token, diagnostics: diagnostics) else { return nil }
        guard token.contains("file") else {
            diagnostics.mistake(token.location, "'token' needs 'file'")
            return nil
        }
        let file = token.place("file", relativeTo: origin.folder)
        let parameter = token.text("parameter").flatMap { tokenParameter($0) }
        let isRequired = token.flag("required") ?? false
        guard origin.isOwn else {
            diagnostics.warning(
                section.keyLocation("token"), "'token' is ignored in a file outside the user's own folder")
            return nil
        }
        return file.map { RoutePolicy.Token(file: $0, parameter: parameter, isRequired: isRequired) }
    }

    private func tokenParameter(_ text: LocatedText) -> String? {
        let name = text.text
        guard name == "x-token" || NameRules.isParameter(name) && !name.lowercased().hasPrefix("x-") else {
            diagnostics.mistake(
                text.location, "'\(name)' cannot bring a token: write 'x-token', or a name such as 'auth-token'")
            return nil
        }
        return name
    }

    /// `rate: 5`, with a burst of twice as much, or `rate: {per-second: 5, burst: 50}`.
    private func rate(_ section: Section) -> RoutePolicy.Rate? {
        guard let node = section["rate"] else { return nil }
        if case .text = node.content {
            return section.whole("rate").map { RoutePolicy.Rate(perSecond: $0, burst: 2 * $0) }
        }
        guard let rate = Section(node, named: "'rate'", of: .rate, diagnostics: diagnostics) else {
            return nil
        }
        let perSecond = rate.whole("per-second") ?? 10
        return RoutePolicy.Rate(
            perSecond: perSecond, burst: rate.whole("burst") ?? 2 * perSecond)
    }

    /// `strip: [utm_*, fbclid]`
    private func strip(_ section: Section) -> [String]? {
        section.texts("strip")?.compactMap { text in
            let name = text.text
            guard !name.isEmpty, !name.dropLast().utf8.contains(UInt8(ascii: "*")) else {
                diagnostics.mistake(
                    text.location, "'strip' lists parameter names and prefixes such as 'utm_*', not '\(name)'")
                return nil
            }
            guard !name.hasPrefix("x-") else {
                diagnostics.mistake(text.location, "names that begin with 'x-' are never part of an input")
                return nil
            }
            return name
        }
    }
}
