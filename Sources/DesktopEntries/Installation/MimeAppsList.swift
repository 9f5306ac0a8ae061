import XCallbackURL

/// The lines of a mimeapps.list (MIME Applications Associations), to edit the default programs of schemes.
struct MimeAppsList: Sendable, Hashable {
    private static let header = Array("[Default Applications]".utf8)
    private static let schemePrefix = "x-scheme-handler/"
    private static let newline = UInt8(ascii: "\n")

    /// The lines without their newlines.
    private var lines: [[UInt8]]

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false).map(Array.init)
        // The last newline begins no line.
        if lines.last == [] { lines.removeLast() }
    }

    var bytes: [UInt8] { lines.flatMap { $0 + [Self.newline] } }

    /// Returns the lines that another list does not have, but no heading.
    func lines(missingIn other: Self) -> [String] {
        lines.filter { !other.lines.contains($0) && $0.contains(UInt8(ascii: "=")) }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Whether only blank lines are left.
    var isBlank: Bool { lines.allSatisfy(Self.isBlank) }

    /// Makes our entry the default of a scheme.
    ///
    /// - Parameters:
    ///   - adding: Whether to add a line if the list does not name the scheme.
    /// - Returns: The programs that the list named before; nil if the list did not change.
    mutating func take(_ scheme: Scheme, for identifier: String, adding: Bool) -> [String]? {
        let known = entries.filter { $0.scheme == scheme.text }
        let others = known.filter { $0.programs.first != identifier }
        for entry in others { lines[entry.index] = Self.line(scheme.text, [identifier]) }
        guard known.isEmpty else { return others.first?.programs.filter { $0 != identifier } }
        guard adding else { return nil }
        if let start = lines.firstIndex(where: { $0.starts(with: Self.header) }) {
            let section = lines[(start + 1)...].prefix { $0.first != UInt8(ascii: "[") }
            let end = section.lastIndex { !Self.isBlank($0) } ?? start
            lines.insert(Self.line(scheme.text, [identifier]), at: end + 1)
        } else {
            if !lines.isEmpty { lines.append([]) }
            lines += [Self.header, Self.line(scheme.text, [identifier])]
        }
        return []
    }

    /// Removes our entries from the defaults of schemes, and restores the former programs. A default that is not ours
    /// stays.
    ///
    /// - Parameters:
    ///   - formers: The former programs by their schemes.
    ///   - kept: The schemes whose defaults stay ours.
    ///   - identifier: Returns the desktop file id of our entry for a scheme.
    mutating func giveBack(
        _ formers: [String: String], except kept: Set<String> = [], _ identifier: (String) -> String
    ) {
        var isDropped = false
        for entry in entries.reversed() where !kept.contains(entry.scheme) {
            let ours = identifier(entry.scheme)
            guard entry.programs.first == ours else { continue }
            let programs = formers[entry.scheme].map { [$0] } ?? entry.programs.filter { $0 != ours }
            if programs.isEmpty {
                lines.remove(at: entry.index)
                isDropped = true
            } else {
                lines[entry.index] = Self.line(entry.scheme, programs)
            }
        }
        if isDropped { removeEmptySection() }
    }

    /// The lines under `[Default Applications]` that name programs of schemes.
    private var entries: [(index: Int, scheme: String, programs: [String])] {
        KeyFile(bytes, rules: .xdgMime).entries.compactMap { entry in
            let key = String(decoding: entry.key.trimmed, as: UTF8.self)
            guard entry.group.elementsEqual("Default Applications".utf8), key.hasPrefix(Self.schemePrefix) else {
                return nil
            }
            let programs = entry.value.split(separator: UInt8(ascii: ";"))
                .map { String(decoding: $0.trimmed, as: UTF8.self) }.filter { !$0.isEmpty }
            return (entry.line - 1, String(key.dropFirst(Self.schemePrefix.count)), programs)
        }
    }

    private static func line(_ scheme: String, _ programs: [String]) -> [UInt8] {
        Array("\(schemePrefix)\(scheme)=\(programs.joined(separator: ";"))".utf8)
    }

    /// Removes the heading of an empty section, and the blank line before the heading.
    private mutating func removeEmptySection() {
        guard let start = lines.firstIndex(where: { $0.starts(with: Self.header) }),
            lines[(start + 1)...].prefix(while: { $0.first != UInt8(ascii: "[") }).allSatisfy(Self.isBlank)
        else { return }
        lines.remove(at: start)
        if start > 0, Self.isBlank(lines[start - 1]) { lines.remove(at: start - 1) }
    }

    private static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy(\.isBlank) }
}
