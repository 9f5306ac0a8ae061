import QueryCoding

/// Parses the `$` in a text: `$name`, `${name}`, `${x-url}` and similar values, and `$$` for a dollar sign.
struct TemplateParser {
    let fields: [InputField]
    let diagnostics: Diagnostics

    /// Returns the template; nil, with mistakes, if a name is unknown.
    func parse(_ source: LocatedText) -> Template? {
        // Most texts have no values.
        guard source.text.utf8.contains(UInt8(ascii: "$")) else {
            return Template(pieces: source.text.isEmpty ? [] : [.text(source.text)])
        }
        var pieces: [Template.Piece] = []
        var text = ""
        var isSound = true
        var rest = Array(source.text.utf8)[...]
        while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
            text += String(decoding: rest[..<dollar], as: UTF8.self)
            rest = rest[(dollar + 1)...]
            if rest.first == UInt8(ascii: "$") {
                text += "$"
                rest = rest.dropFirst()
                continue
            }
            guard let (name, isBraced) = Self.takeName(&rest) else {
                let shown = source.text.utf8.count > 80 ? "" : " in '\(source.text)'"
                diagnostics.mistake(
                    source.location,
                    "'$'\(shown) must be followed by a name, as in $name or ${name}; write '$$' for a dollar sign")
                isSound = false
                continue
            }
            if let piece = piece(name, isBraced: isBraced) {
                if !text.isEmpty { pieces.append(.text(text)) }
                text = ""
                pieces.append(piece)
            } else {
                diagnostics.mistake(source.location, problem(of: name, isBraced: isBraced, before: rest))
                isSound = false
            }
        }
        text += String(decoding: rest, as: UTF8.self)
        if !text.isEmpty { pieces.append(.text(text)) }
        return isSound ? Template(pieces: pieces) : nil
    }

    private func piece(_ name: String, isBraced: Bool) -> Template.Piece? {
        if fields.contains(where: { $0.name == name }) { return .parameter(name) }
        return isBraced ? Template.RequestValue(rawValue: name).map { .request($0) } : nil
    }

    /// Returns the mistake of an unknown name.
    private func problem(of name: String, isBraced: Bool, before rest: ArraySlice<UInt8>) -> String {
        if isBraced, name.hasPrefix("x-") {
            let known = alternatives(Template.RequestValue.allCases.map { "${\($0.rawValue)}" })
            return "unknown '${\(name)}'; the values of the request are \(known)"
        }
        let shown = isBraced ? "${\(name)}" : "$\(name)"
        // `$due-date` is `$due` followed by a text, but the author may have meant a parameter `due-date`.
        let tail = rest.prefix { NameRules.isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        let long = name + String(decoding: tail, as: UTF8.self)
        let names = fields.map(\.name) + Template.RequestValue.allCases.map(\.rawValue)
        if !isBraced,
            let meant = names.filter({ long.hasPrefix($0) && $0.count > name.count }).max(by: { $0.count < $1.count })
        {
            return "unknown parameter '\(shown)'; write '${\(meant)}'"
        }
        let near = hint(for: name, among: fields.map(\.name))
        let isVariable = near.isEmpty && name.utf8.allSatisfy { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        let remedy =
            isVariable
            ? "; '$' names an input, and only 'script' reads environment variables"
            : near.isEmpty ? "; declare it in 'input'" : near
        return "unknown parameter '\(shown)'\(remedy)"
    }

    private static func takeName(_ rest: inout ArraySlice<UInt8>) -> (name: String, isBraced: Bool)? {
        if rest.first == UInt8(ascii: "{") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
            let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
            guard NameRules.isParameter(name) else { return nil }
            rest = rest[(end + 1)...]
            return (name, true)
        }
        guard let first = rest.first, NameRules.isWordStart(first) else { return nil }
        let name = rest.prefix(while: NameRules.isWord)
        rest = rest[name.endIndex...]
        return (String(decoding: name, as: UTF8.self), false)
    }
}
