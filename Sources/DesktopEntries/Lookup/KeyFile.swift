import UnixSystem

/// The lines of a mimeapps.list, a cache or a .desktop file (Desktop Entry Specification, section 3), as an opener reads
/// them.
///
/// GLib ignores a malformed file as a whole, removes blanks, resolves escapes, and uses the last line with a key. The
/// shell scripts of xdg-utils check nothing, and use the first line that begins with the key.
struct KeyFile {
    /// A line with a key and its value.
    struct Entry {
        let group: ArraySlice<UInt8>
        let key: ArraySlice<UInt8>
        let value: ArraySlice<UInt8>
        /// The number of the line, counted from 1.
        let line: Int
    }

    private(set) var entries: [Entry] = []
    private let isStrict: Bool

    init(_ bytes: [UInt8], rules: AssociationRules) {
        isStrict = rules.readsAsGLib
        var read: [Entry] = []
        var group: ArraySlice<UInt8> = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = isStrict ? (line.last == 0x0d ? line.dropLast() : line).withoutLeadingBlanks : line
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            if line.first == UInt8(ascii: "[") {
                group = line.dropFirst().prefix { $0 != UInt8(ascii: "]") }
                let end = line.dropFirst(group.count + 1).trimmed
                guard !isStrict || end == [UInt8(ascii: "]")] else { return }
            } else if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                let key = isStrict ? line[..<equals].trimmed : line[..<equals]
                let value = isStrict ? line[(equals + 1)...].withoutLeadingBlanks : line[(equals + 1)...]
                guard !isStrict || !group.isEmpty && !key.isEmpty else { return }
                read.append(Entry(group: group, key: key, value: value, line: index + 1))
            } else if isStrict {
                return
            }
        }
        entries = read
    }

    /// Returns the content of such a file; nil if the file cannot be read or is too large.
    static func contents(of path: String) -> [UInt8]? { try? FileContents.read(path, limit: 4 << 20) }

    /// Returns the line that counts; nil if no line of the group has the key.
    func entry(_ group: String, _ key: String) -> Entry? {
        func isMeant(_ entry: Entry) -> Bool {
            entry.key.elementsEqual(key.utf8) && entry.group.elementsEqual(group.utf8)
        }
        return isStrict ? entries.last(where: isMeant) : entries.first(where: isMeant)
    }

    /// Returns the text of a key in `[Desktop Entry]`; nil if it is missing or empty.
    func text(_ key: String) -> String? {
        guard let value = entry("Desktop Entry", key)?.value else { return nil }
        var text = String(decoding: value, as: UTF8.self)
        if isStrict, value.contains(UInt8(ascii: "\\")) {
            let escapes = ["\\s": " ", "\\n": "\n", "\\t": "\t", "\\r": "\r", "\\\\": "\\"]
            text = text.replacing(/\\./) { escapes[String($0.output)] ?? "" }
        }
        return text.isEmpty ? nil : text
    }

    /// Returns the values of a list. Each value ends with a semicolon.
    func list(_ entry: Entry) -> [String] {
        entry.value.split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) }
    }
}
