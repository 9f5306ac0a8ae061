/// The lines of a mimeapps.list (MIME Applications Associations). An edit of one line keeps all other lines byte for
/// byte.
struct DefaultApplications: Sendable, Hashable {
    private static let header = Array("[Default Applications]".utf8)
    private static let schemePrefix = Array("x-scheme-handler/".utf8)
    private static let newline = UInt8(ascii: "\n")

    /// The lines with their newlines. The last line may have no newline.
    private var lines: [[UInt8]]

    init(_ bytes: [UInt8]) { lines = bytes.lines.map(Array.init) }

    var bytes: [UInt8] { Array(lines.joined()) }

    /// Makes the program the default in each line for the type. No line is added.
    mutating func replaceDefault(of type: String, with identifier: String) {
        guard let index = entries().first(where: { $0.key == Array(type.utf8) })?.index else { return }
        let ending: [UInt8] = lines[index].last == Self.newline ? [Self.newline] : []
        lines[index] = Array("\(type)=\(identifier)".utf8) + ending
    }

    /// Returns the first program that is named for the type.
    func program(of type: String) -> String? {
        entries().first { $0.key == Array(type.utf8) }?.programs.first.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Removes the entries of `xcallback` from the defaults of all schemes, and restores the programs of the previous
    /// file.
    /// - Parameter identifier: Returns the desktop file id of our entry for a scheme.
    mutating func removeOurs(former: DefaultApplications, _ identifier: (String) -> String = DesktopEntry.identifier) {
        var dropped: [Int] = []
        for (index, key, programs) in entries() where key.starts(with: Self.schemePrefix) {
            let scheme = String(decoding: key.dropFirst(Self.schemePrefix.count), as: UTF8.self)
            func isOurs(_ program: ArraySlice<UInt8>) -> Bool {
                String(decoding: program, as: UTF8.self) == identifier(scheme)
            }
            guard let first = programs.first, isOurs(first) else { continue }
            let others = programs.dropFirst().filter { !isOurs($0) }
            if let line = former.line(for: key) {
                lines[index] = line.last == Self.newline ? line : line + [Self.newline]
            } else if !others.isEmpty {
                lines[index] = key + [UInt8(ascii: "=")] + others.flatMap { $0 + [UInt8(ascii: ";")] } + [Self.newline]
            } else {
                dropped.append(index)
            }
        }
        guard !dropped.isEmpty else { return }
        for index in dropped.reversed() { lines.remove(at: index) }
        if !former.hasSection { removeEmptySection() }
    }

    /// Whether only blank lines are left.
    var isBlank: Bool { lines.allSatisfy(Self.isBlank) }

    private var hasSection: Bool { lines.contains { $0.starts(with: Self.header) } }

    private func line(for key: [UInt8]) -> [UInt8]? {
        entries().first { $0.key == key }.map { lines[$0.index] }
    }

    /// The lines under `[Default Applications]` that name programs.
    private func entries() -> [(index: Int, key: [UInt8], programs: [ArraySlice<UInt8>])] {
        var inside = false
        return lines.indices.compactMap { index in
            let line = lines[index]
            if line.first == UInt8(ascii: "[") { inside = line.starts(with: Self.header) }
            guard inside, line.first != UInt8(ascii: "#"), let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
                return nil
            }
            let value = line[(equals + 1)...].filter { !$0.isBlank }
            let key = line[..<equals].filter { !$0.isBlank }
            return (index, key, value.split(separator: UInt8(ascii: ";")))
        }
    }

    /// Removes the heading that xdg-mime added, and the blank line that xdg-mime puts before a heading.
    mutating func removeEmptySection() {
        guard let start = lines.firstIndex(where: { $0.starts(with: Self.header) }) else { return }
        let body = lines[(start + 1)...].prefix { $0.first != UInt8(ascii: "[") }
        guard body.allSatisfy(Self.isBlank) else { return }
        lines.remove(at: start)
        if start > 0, Self.isBlank(lines[start - 1]) { lines.remove(at: start - 1) }
    }

    private static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy(\.isBlank) }
}
