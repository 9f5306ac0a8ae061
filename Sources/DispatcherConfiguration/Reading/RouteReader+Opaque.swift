import URLSchemeRouter

extension RouteReader {
    /// Reports each input that a URL cannot give a value. An opaque URL has no query, so all inputs are in the path.
    func checkOpaque(_ section: Section, _ route: RouteDefinition) {
        for key in section.keys(in: RouteKeys.input) {
            let field = route.input.first { $0.name == key.text }
            if let fault = field?.fault(inOpaque: route.patterns) { diagnostics.mistake(key.location, fault) }
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
        if let pattern = lacking.first, isRequired {
            return "'\(name)' is not in the path \(pattern), and an opaque URL has no query; make it optional"
        }
        if let separator, separator == .newline || separator == .character(UInt8(ascii: "%")) {
            return "no URL has the separator '\(separator.name)' raw, and an opaque URL is split before it is decoded"
        }
        return nil
    }
}
