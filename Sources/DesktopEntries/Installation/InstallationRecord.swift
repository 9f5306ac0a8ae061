/// The changes of `install`, which `uninstall` reverts, as readable text.
///
/// ```
/// # Written by 'xcallback install' for 'xcallback uninstall'.
/// directory /home/kim/.local/share/applications
/// file /home/kim/.config/mimeapps.list
/// before
/// |[Default Applications]
/// |x-scheme-handler/notes=org.example.Notes.desktop
/// after
/// |[Default Applications]
/// |x-scheme-handler/notes=xcallback-notes.desktop
/// ```
/// A line of a file follows `|`, or `:` if the line has no newline. A missing `before` means that the file did not
/// exist; a missing `after`, that the file was about to be written. `before-link` has the path that a link named.
/// `after-program` has the mark of a program, which is too large for the record. `enabled` means that the units were
/// enabled.
struct InstallationRecord: Sendable, Hashable {
    /// A written file.
    struct File: Sendable, Hashable {
        let path: String
        /// The previous state; nil if nothing existed.
        var before: FileState?
        /// The state after the installation; nil if it is unknown.
        var after: FileState?
    }

    /// The directories that were created, the outermost first.
    var directories: [String] = []
    /// Whether the units were enabled, including units of the system.
    var enablesUnits = false
    /// The files in the order in which they were written.
    var files: [File] = []

    subscript(path: String) -> File? {
        get { files.first { $0.path == path } }
        set {
            let index = files.firstIndex { $0.path == path }
            switch (index, newValue) {
            case (let index?, let file?): files[index] = file
            case (let index?, nil): files.remove(at: index)
            case (nil, let file?): files.append(file)
            case (nil, nil): break
            }
        }
    }

    var text: [UInt8] {
        var bytes = Array(Self.heading.utf8)
        for directory in directories { bytes += Array("directory \(directory)\n".utf8) }
        if enablesUnits { bytes += Array("enabled\n".utf8) }
        for file in files {
            bytes += Array("file \(file.path)\n".utf8)
            if let before = file.before { bytes += Self.quoted(before, as: "before") }
            if let after = file.after { bytes += Self.quoted(after, as: "after") }
        }
        return bytes
    }

    init() {}

    /// Returns nil if the text is not such a record.
    init?(_ text: [UInt8]) {
        guard text.starts(with: Self.heading.utf8), text.last == Self.newline else { return nil }
        var content: WritableKeyPath<File, FileState?>?
        for line in text.dropFirst(Self.heading.utf8.count).dropLast().split(separator: Self.newline) {
            let rest = line.dropFirst()
            switch (line.first, files.isEmpty) {
            case (UInt8(ascii: "|"), false), (UInt8(ascii: ":"), false):
                guard let content else { return nil }
                let ending = line.first == UInt8(ascii: "|") ? [Self.newline] : []
                files[files.count - 1][keyPath: content]?.content.append(contentsOf: rest + ending)
            default:
                let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 1)
                switch (words.first, words.count) {
                case ("directory", 2): directories.append(String(words[1]))
                case ("enabled", 1): enablesUnits = true
                case ("file", 2):
                    files.append(File(path: String(words[1])))
                    content = nil
                case (let word?, 1) where !files.isEmpty:
                    guard let (place, kind) = Self.place(of: word) else { return nil }
                    content = place
                    files[files.count - 1][keyPath: place] = FileState(kind: kind, content: [])
                default: return nil
                }
            }
        }
    }

    /// Returns the meaning of the word before the lines of a file.
    private static func place(of word: Substring) -> (WritableKeyPath<File, FileState?>, FileState.Kind)? {
        let parts = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = parts.count == 1 ? .file : FileState.Kind(rawValue: String(parts[1])) else { return nil }
        switch parts[0] {
        case "before": return (\.before, kind)
        case "after": return (\.after, kind)
        default: return nil
        }
    }

    private static let heading = "# Written by 'xcallback install' for 'xcallback uninstall'.\n"
    private static let newline = UInt8(ascii: "\n")

    private static func quoted(_ state: FileState, as place: String) -> [UInt8] {
        var quoted = Array((state.kind == .file ? "\(place)\n" : "\(place)-\(state.kind.rawValue)\n").utf8)
        for line in state.content.lines {
            quoted += line.last == newline ? [UInt8(ascii: "|")] + line : [UInt8(ascii: ":")] + line + [newline]
        }
        return quoted
    }
}
