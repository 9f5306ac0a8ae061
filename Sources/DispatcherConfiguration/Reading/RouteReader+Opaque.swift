import URLSchemeRouter

extension RouteReader {
    /// Reports each input that a URL cannot give a value. An opaque URL has no query, so all inputs are in the path.
    func checkOpaque(_ section: Section, _ route: RouteDefinition) {
        guard case .mapping(let entries)? = section.value(of: RouteKeys.input)?.content else { return }
        for entry in entries {
            guard let field = route.input.first(where: { $0.name == entry.key.text }),
                let fault = field.fault(inOpaque: route.patterns)
            else { continue }
            diagnostics.mistake(entry.key.location, fault)
        }
    }
}

extension InputField {
    /// Returns why no opaque URL can give the field a value; nil if a URL can.
    fileprivate func fault(inOpaque patterns: [RoutePattern]) -> String? {
        let lacking = patterns.filter { !$0.parameterNames.contains(name) }
        if lacking.count == patterns.count {
            return "'\(name)' is in no path, and an opaque URL has no query"
        }
        if let pattern = lacking.first, !isOptional, !isArray, defaultValue == nil {
            return "'\(name)' is not in the path \(pattern), and an opaque URL has no query; make it optional"
        }
        if let separator, separator == .newline || separator == .character(UInt8(ascii: "%")) {
            return "no URL has the separator '\(separator.name)' raw, and an opaque URL is split before it is decoded"
        }
        return nil
    }
}
