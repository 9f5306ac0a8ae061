/// A program for a MIME type, and the line that names the program.
struct Association: Hashable {
    /// The desktop file id.
    let identifier: String
    let reason: SchemeHandler.Reason

    /// Returns the programs whose .desktop files name the MIME type, which are found by reading all .desktop files. The
    /// programs are sorted by InitialPreference, highest first, then by the order of the directories, then in the order
    /// of ``DesktopFiles``. A file whose InitialPreference is not a number is left out.
    static func declared(for type: String, in directories: [String], rules: AssociationRules) -> [Self] {
        let wanted = Array("\(type);".utf8)
        var found: [(preference: Int, program: Self)] = []
        for directory in directories {
            for file in DesktopFiles.all(below: directory) {
                guard let bytes = KeyFile.contents(of: file), let place = bytes.firstIndex(of: wanted),
                    let preference = preference(bytes)
                else { continue }
                // xdg-mime ignores subdirectories.
                let names = file.dropFirst(directory.count + 1).split(separator: "/")
                let identifier = rules.readsAsGLib ? names.joined(separator: "-") : names.last.map(String.init) ?? ""
                let reason = SchemeHandler.Reason(kind: .declared, file: file, line: bytes.lineNumber(of: place))
                found.append((preference, Self(identifier: identifier, reason: reason)))
            }
        }
        return found.enumerated()
            .sorted { ($1.element.preference, $0.offset) < ($0.element.preference, $1.offset) }
            .map(\.element.program)
    }

    private static func preference(_ bytes: [UInt8]) -> Int? {
        let key = Array("InitialPreference=".utf8)
        guard let start = bytes.firstIndex(of: key) else { return 0 }
        let value = bytes[(start + key.count)...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "=") }
        return Int("0" + String(decoding: value, as: UTF8.self))
    }
}
