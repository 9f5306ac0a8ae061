extension String {
    /// Whether a URL can contain the text, because the text has no control character except tab, LF and CR.
    package var isWritable: Bool {
        var text = self
        return text.withUTF8 { (try? PercentCoding.refuseControls($0)) != nil }
    }
}

extension QueryParameters {
    /// The name of the first parameter that cannot be in any URL, or nil.
    package var unwritableName: String? {
        elements.first { !$0.name.isWritable || !($0.value?.isWritable ?? true) }?.name
    }
}

extension QueryValue {
    /// The dotted path of the first text that cannot be in any URL, or nil.
    package var unwritablePath: String? {
        switch self {
        case .null, .bool, .number: return nil
        case .string(let text): return text.isWritable ? nil : ""
        case .array(let values):
            for (index, value) in values.enumerated() {
                if let rest = value.unwritablePath { return rest.isEmpty ? "\(index)" : "\(index).\(rest)" }
            }
        case .object(let members):
            for member in members {
                guard member.name.isWritable else { return PercentCoding.encode(member.name) }
                if let rest = member.value.unwritablePath {
                    return rest.isEmpty ? member.name : "\(member.name).\(rest)"
                }
            }
        }
        return nil
    }
}
