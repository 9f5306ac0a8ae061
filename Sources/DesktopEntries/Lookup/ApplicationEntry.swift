/// The application that a .desktop file describes (Desktop Entry Specification).
struct ApplicationEntry {
    /// The Name in the file; without a Name, the name of the file.
    let name: String
    let command: ExecLine?
    /// The program that must exist for the application to count as installed.
    let requiredProgram: String?
    /// Whether the application announces its window (`StartupNotify`).
    let announcesWindow: Bool

    private static let group = Array("Desktop Entry".utf8)

    /// Nil if GLib would not accept the file: for a malformed line, another type, or an Exec line that a shell cannot
    /// parse.
    init?(_ bytes: [UInt8], file: String) {
        var values: [String: ArraySlice<UInt8>] = [:]
        var firstGroup: ArraySlice<UInt8>?
        let isWellFormed = KeyFile.read(bytes) { entry in
            firstGroup = firstGroup ?? entry.group
            // Translations and other groups are ignored. The last value of a repeated key counts.
            guard entry.group.elementsEqual(Self.group), entry.key.last != UInt8(ascii: "]") else { return }
            values[String(decoding: entry.key, as: UTF8.self)] = entry.value
        }
        func text(_ key: String) -> String? {
            values[key].flatMap(KeyFile.string).flatMap { $0.isEmpty ? nil : $0 }
        }
        guard isWellFormed, let firstGroup, firstGroup.elementsEqual(Self.group), text("Type") == "Application" else {
            return nil
        }
        name = text("Name") ?? Self.fileName(file)
        requiredProgram = text("TryExec")
        announcesWindow = text("StartupNotify") == "true"
        guard let exec = text("Exec") else {
            command = nil
            return
        }
        let subject = ExecLine.Subject(name: name, icon: text("Icon"), file: file)
        guard let line = ExecLine(exec, subject: subject, rules: .gio) else { return nil }
        command = line
    }

    /// Reads an entry by xdg-open's rules: the `[Desktop Entry]` group must have a usable `Exec=`, and nothing else is
    /// checked. Nil without a usable `Exec=`.
    init?(readByXDGOpen bytes: [UInt8], file: String) {
        var values: [String: String] = [:]
        var isInside = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "[") {
                isInside = line.elementsEqual("[Desktop Entry]".utf8)
            } else if isInside, let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                let key = String(decoding: line[..<equals], as: UTF8.self)
                values[key] = values[key] ?? String(decoding: line[(equals + 1)...], as: UTF8.self)
            }
        }
        let name = values["Name"] ?? Self.fileName(file)
        // The shell's `read` and `echo` remove backslashes. The result for two backslashes in a row depends on the
        // shell.
        let exec = String(decoding: (values["Exec"] ?? "").utf8.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
        let subject = ExecLine.Subject(name: name, icon: values["Icon"], file: file)
        guard let line = ExecLine(exec, subject: subject, rules: .xdgMime) else { return nil }
        self.name = name
        command = line
        requiredProgram = nil
        announcesWindow = values["StartupNotify"] == "true"
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
