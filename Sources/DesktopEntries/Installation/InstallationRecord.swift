/// The changes of `install`, which `uninstall` reverts, as readable text.
///
/// ```
/// # Written by 'xcallback install' for 'xcallback uninstall'.
/// directory /home/kim/.local/share/applications
/// enabled
/// visible
/// file 8c5f1a2e9b3d7046 /home/kim/.local/share/applications/xcallback-notes.desktop
/// list /home/kim/.config/mimeapps.list
/// default notes org.example.Notes.desktop
/// ```
/// A written file has the digest of its content, or `-` until its path is free. A list is followed by the programs that
/// it named for schemes before `xcallback` became their default.
struct InstallationRecord: Sendable, Hashable {
    /// The directories that were created, the outermost first.
    var directories: [String] = []
    /// Whether the units were enabled, including units of the system.
    var enablesUnits = false
    /// Whether menus show the entries of the schemes, as the user asked.
    var showsEntries = false
    /// The digests of the written files, by their paths.
    var files: [String: String] = [:]
    /// The former programs of schemes, by the path of the mimeapps.list that named the programs.
    var formerDefaults: [String: [String: String]] = [:]

    /// The digest of a file whose path is not free yet.
    static let pending = "-"

    var text: [UInt8] {
        var lines = [Self.heading] + directories.map { "directory \($0)" } + (enablesUnits ? ["enabled"] : [])
        lines += showsEntries ? ["visible"] : []
        lines += files.sorted { $0.key < $1.key }.map { "file \($0.value) \($0.key)" }
        for (list, formers) in formerDefaults.sorted(by: { $0.key < $1.key }) {
            lines.append("list \(list)")
            lines += formers.sorted { $0.key < $1.key }.map { "default \($0.key) \($0.value)" }
        }
        return lines.flatMap { Array($0.utf8) + [Self.newline] }
    }

    init() {}

    /// Returns nil if the text is not such a record.
    init?(_ text: [UInt8]) {
        guard text.starts(with: Self.heading.utf8 + [Self.newline]), text.last == Self.newline else { return nil }
        var list: String?
        for line in text.dropLast().split(separator: Self.newline).dropFirst() {
            let (word, rest) = Self.split(line)
            let (key, value) = Self.split(rest.utf8[...])
            switch word {
            case "directory" where !rest.isEmpty: directories.append(rest)
            case "enabled" where rest.isEmpty: enablesUnits = true
            case "visible" where rest.isEmpty: showsEntries = true
            case "file" where !value.isEmpty: files[value] = key
            case "list" where !rest.isEmpty:
                list = rest
                formerDefaults[rest] = [:]
            case "default" where !value.isEmpty:
                guard let list else { return nil }
                formerDefaults[list]?[key] = value
            default: return nil
            }
        }
    }

    /// Returns the word before the first space, and the text after it.
    private static func split(_ line: some Collection<UInt8>) -> (String, String) {
        let word = line.prefix { $0 != UInt8(ascii: " ") }
        return (String(decoding: word, as: UTF8.self), String(decoding: line.dropFirst(word.count + 1), as: UTF8.self))
    }

    private static let heading = "# Written by 'xcallback install' for 'xcallback uninstall'."
    private static let newline = UInt8(ascii: "\n")
}
