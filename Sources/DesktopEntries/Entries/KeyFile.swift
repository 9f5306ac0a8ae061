/// The keys of a file in the syntax of desktop entries (Desktop Entry Specification, section 3).
enum KeyFile {
    /// A line with a key and its value.
    struct Entry {
        let group: ArraySlice<UInt8>
        let key: ArraySlice<UInt8>
        let value: ArraySlice<UInt8>
        /// The number of the line, counted from 1.
        let line: Int
    }

    /// Passes each entry to the closure. Stops at the first malformed line, because GLib then ignores the whole file.
    ///
    /// - Returns: True if no line was malformed.
    static func read(_ bytes: [UInt8], entry: (Entry) -> Void) -> Bool {
        var group: ArraySlice<UInt8>?
        var number = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = rest[..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            line = line.withoutLeadingBlanks
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            if let name = heading(line) {
                guard isGroup(name) else { return false }
                group = name
            } else {
                guard let group, let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return false }
                let key = line[..<equals].trimmed
                guard isKey(key) else { return false }
                let value = line[(equals + 1)...].withoutLeadingBlanks
                entry(Entry(group: group, key: key, value: value, line: number))
            }
        }
        return true
    }

    /// Returns the unescaped text of the value; nil for invalid UTF-8 and for an unknown escape.
    static func string(_ value: ArraySlice<UInt8>) -> String? { pieces(value, separator: nil)?.first }

    /// Returns the values of a list. Each value ends with a semicolon.
    static func list(_ value: ArraySlice<UInt8>) -> [String]? { pieces(value, separator: UInt8(ascii: ";")) }

    private static func pieces(_ value: ArraySlice<UInt8>, separator: UInt8?) -> [String]? {
        var pieces: [String] = []
        var piece: [UInt8] = []
        var escaped = false
        for byte in value {
            if escaped {
                guard let meant = escapes[byte] ?? (byte == separator ? byte : nil) else { return nil }
                piece.append(meant)
                escaped = false
            } else if byte == UInt8(ascii: "\\") {
                escaped = true
            } else if byte == separator {
                guard let text = String(validating: piece, as: UTF8.self) else { return nil }
                pieces.append(text)
                piece = []
            } else {
                piece.append(byte)
            }
        }
        guard !escaped, let text = String(validating: piece, as: UTF8.self) else { return nil }
        return separator == nil || !piece.isEmpty ? pieces + [text] : pieces
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "s"): 0x20, UInt8(ascii: "n"): 0x0a, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0d,
        UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]

    /// Returns the text between the brackets of a heading; nil if the line is not a heading.
    private static func heading(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")),
            line[(end + 1)...].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        else { return nil }
        return line[(line.startIndex + 1)..<end]
    }

    private static func isGroup(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isEmpty && !name.contains { $0 < 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "[") }
    }

    /// Whether the text is a key. Brackets may only surround a locale at its end.
    private static func isKey(_ key: ArraySlice<UInt8>) -> Bool {
        guard let bracket = key.firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else {
            return !key.isEmpty
        }
        let locale = key[(bracket + 1)...]
        return bracket > key.startIndex && key[bracket] == UInt8(ascii: "[") && locale.last == UInt8(ascii: "]")
            && locale.dropLast().allSatisfy { isLocale($0) }
    }

    private static func isLocale(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "@"), 0x80...:
            true
        default: false
        }
    }
}
