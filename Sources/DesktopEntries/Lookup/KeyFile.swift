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
                guard !isStrict || end == [UInt8(ascii: "]")] && Self.isGroup(group) else { return }
            } else if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                let key = isStrict ? line[..<equals].trimmed : line[..<equals]
                let value = isStrict ? line[(equals + 1)...].withoutLeadingBlanks : line[(equals + 1)...]
                guard !isStrict || !group.isEmpty && Self.isKey(key) else { return }
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

    /// Returns the text of a key in `[Desktop Entry]`; nil if it is missing or empty, or if GLib refuses it.
    func text(_ key: String) -> String? {
        entry("Desktop Entry", key).flatMap { pieces($0.value, separator: nil)?.first }.flatMap {
            $0.isEmpty ? nil : $0
        }
    }

    /// Returns the values of a list. Each value ends with a semicolon. Nil for a list that GLib refuses.
    func list(_ entry: Entry) -> [String]? {
        pieces(entry.value, separator: UInt8(ascii: ";"))?.filter { isStrict || !$0.isEmpty }
    }

    private func pieces(_ value: ArraySlice<UInt8>, separator: UInt8?) -> [String]? {
        var pieces: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in value {
            if isEscaped {
                guard let meant = Self.escapes[byte] ?? (byte == separator ? byte : nil) else { return nil }
                pieces[pieces.count - 1].append(meant)
                isEscaped = false
            } else if isStrict, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == separator {
                pieces.append([])
            } else {
                pieces[pieces.count - 1].append(byte)
            }
        }
        if separator != nil, pieces.last == [] { pieces.removeLast() }
        let texts = pieces.compactMap { piece in
            isStrict ? String(validating: piece, as: UTF8.self) : String(decoding: piece, as: UTF8.self)
        }
        return isEscaped || texts.count < pieces.count ? nil : texts
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "s"): 0x20, UInt8(ascii: "n"): 0x0a, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0d,
        UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]

    private static func isGroup(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isEmpty && !name.contains { $0 < 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "[") }
    }

    /// Whether the text is a key. Brackets may only surround a locale at its end.
    private static func isKey(_ key: ArraySlice<UInt8>) -> Bool {
        let name = key.prefix { !"[]".utf8.contains($0) }
        let locale = key.dropFirst(name.count)
        return !name.isEmpty
            && (locale.isEmpty
                || locale.first == UInt8(ascii: "[") && locale.last == UInt8(ascii: "]")
                    && locale.dropFirst().dropLast().allSatisfy { $0 > 0x20 && !"[]".utf8.contains($0) })
    }
}
