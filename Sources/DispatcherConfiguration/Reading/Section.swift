import QueryCoding
import URLSchemeRouter

/// A mapping in a file with a known set of keys. A function returns nil for an absent key. For a value of another type
/// it reports a mistake and returns nil.
struct Section {
    let location: SourceLocation
    let diagnostics: Diagnostics
    /// The keys that the mapping may have.
    private let table: KeyTable
    /// A list, because a mapping has few of the keys.
    private let entries: [YAMLNode.Entry]

    /// Nil, with a mistake, if the value is not a mapping. Unknown keys are mistakes.
    /// - Parameter foreign: What to write for keys that others have for the same.
    init?(
        _ node: YAMLNode, named name: String, of table: KeyTable, foreign: ForeignKeys = [:], diagnostics: Diagnostics
    ) {
        guard case .mapping(let list) = node.content else {
            node.refuse(name, "a mapping", diagnostics)
            return nil
        }
        location = node.location
        self.table = table
        self.diagnostics = diagnostics
        for entry in list where !table.contains(entry.key.text) {
            let key = entry.key.text
            let hint = foreign.hint(for: key) ?? hint(for: key, among: table.names)
            diagnostics.unknownKey(entry.key.location, "unknown key '\(key)'\(hint)")
        }
        // Nobody asks for an unknown one.
        entries = list
    }

    subscript(key: String) -> YAMLNode? { place(of: key).map { entries[$0].value } }

    func contains(_ key: String) -> Bool { place(of: key) != nil }

    private func place(of key: String) -> Int? {
        assert(table.contains(key), "the keys of \(table.name) do not have '\(key)'")
        return entries.indices.first { entries[$0].key.text == key }
    }

    /// The place of a key; that of the section if the key is absent.
    func keyLocation(_ key: String) -> SourceLocation { place(of: key).map { entries[$0].key.location } ?? location }

    func text(_ key: String) -> LocatedText? { self[key]?.text("'\(key)'", diagnostics) }

    func texts(_ key: String) -> [LocatedText]? { self[key]?.texts("'\(key)'", diagnostics) }

    func list(_ key: String) -> [YAMLNode]? { self[key]?.list("'\(key)'", diagnostics) }

    func flag(_ key: String) -> Bool? {
        switch text(key)?.text {
        case nil: return nil
        case "true", "on", "yes": return true
        case "false", "off", "no": return false
        case let other?:
            refuse(key, KeyValue.flag.expectation, other, among: ["true", "false", "off", "on", "yes", "no"])
            return nil
        }
    }

    /// Reads a number of the range that the key has.
    func whole(_ key: String) -> Int? {
        table[key]?.value.range.flatMap { whole(key, in: $0) }
    }

    func whole(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = text(key) else { return nil }
        if let number = Int(text.text), range.contains(number) { return number }
        refuse(key, KeyValue.expectation(range), text.text)
        return nil
    }

    func duration(_ key: String) -> Duration? {
        guard let text = text(key) else { return nil }
        if let duration = UnitText.duration(text.text) { return duration }
        refuse(key, KeyValue.duration.expectation, text.text)
        return nil
    }

    func size(_ key: String) -> Int? {
        guard let text = text(key) else { return nil }
        if let size = UnitText.size(text.text) { return size }
        refuse(key, KeyValue.size.expectation, text.text)
        return nil
    }

    /// Reads one of the words of a type.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String, as type: Word.Type) -> Word? {
        guard let text = text(key) else { return nil }
        if let word = Word(rawValue: text.text) { return word }
        let words = Word.allCases.map(\.rawValue)
        refuse(key, alternatives(words), text.text, among: words)
        return nil
    }

    /// Reads a program and its arguments. A relative path of the program is resolved from the folder.
    func command(_ key: String, relativeTo folder: String) -> [String]? {
        guard let node = self[key] else { return nil }
        return node.command(key, relativeTo: folder, diagnostics)
    }

    /// Reports a text that is not valid for the key, with the most similar valid word.
    func refuse(_ key: String, _ expected: String, _ found: String, among words: [String] = []) {
        diagnostics.mistake(
            self[key]?.location ?? location,
            "'\(key)' must be \(expected), not '\(found)'\(hint(for: found, among: words))")
    }
}

extension YAMLNode {
    /// A program and its arguments; a relative path to the program begins at the folder.
    func command(_ key: String, relativeTo folder: String, _ diagnostics: Diagnostics) -> [String]? {
        guard let elements = words(of: key, diagnostics) else { return nil }
        let words = elements.compactMap { $0.text("an element of '\(key)'", diagnostics) }
        guard let program = words.first, !program.text.isEmpty else {
            diagnostics.mistake(location, "'\(key)' must name a program")
            return nil
        }
        if words[0].isBelowHome { diagnostics.mistake(words[0].location, LocatedText.homeHint) }
        return [RelativePath.program(program.text, relativeTo: folder)] + words.dropFirst().map(\.text)
    }
}

/// Returns `; did you mean 'string'?` if a candidate is similar, else an empty text.
func hint(for text: String, among candidates: [String]) -> String {
    nearest(to: text, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
}

/// Returns `a, b or c`.
func alternatives(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
}
