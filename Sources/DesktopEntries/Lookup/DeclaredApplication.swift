/// A .desktop file that names a MIME type. Such files are found by reading all .desktop files.
struct DeclaredApplication {
    let file: String
    /// The id: the path below the applications directory, with dashes for slashes.
    let identifier: String
    /// The line that names the type.
    let line: Int
    private let preference: Int

    /// Returns the .desktop files that name the MIME type. The files are sorted by InitialPreference, highest first,
    /// then by the order of the directories, then in the order of ``DesktopFiles``. A file whose InitialPreference is
    /// not a number is left out.
    static func all(for type: String, in directories: [String]) -> [Self] {
        let wanted = Array("\(type);".utf8)
        var found: [Self] = []
        for directory in directories {
            for file in DesktopFiles.all(below: directory) {
                guard let bytes = ApplicationDirectories.contents(of: file), let place = bytes.firstIndex(of: wanted),
                    let preference = preference(bytes)
                else { continue }
                let path = file.dropFirst(directory.count + 1)
                found.append(
                    Self(
                        file: file, identifier: path.split(separator: "/").joined(separator: "-"),
                        line: bytes.lineNumber(of: place), preference: preference))
            }
        }
        return found.enumerated()
            .sorted { ($1.element.preference, $0.offset) < ($0.element.preference, $1.offset) }
            .map(\.element)
    }

    /// The id in xdg-mime's form, which ignores subdirectories.
    var name: String { file.split(separator: "/").last.map(String.init) ?? file }

    var reason: SchemeHandler.Reason { .init(kind: .declared, file: file, line: line) }

    private static func preference(_ bytes: [UInt8]) -> Int? {
        let key = Array("InitialPreference=".utf8)
        guard let start = bytes.firstIndex(of: key) else { return 0 }
        let value = bytes[(start + key.count)...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "=") }
        return Int("0" + String(decoding: value, as: UTF8.self))
    }
}
