/// A program for a MIME type, and the line that names the program.
struct Association: Hashable {
    /// The desktop file id.
    let identifier: String
    let reason: SchemeHandler.Reason

    /// Returns the programs whose .desktop files name the MIME type, which are found by reading all .desktop files. The
    /// programs are in the order of the directories, then in the order of ``DesktopFiles``.
    static func declared(for type: String, in directories: [String]) -> [Self] {
        let wanted = Array("\(type);".utf8)
        return directories.flatMap { directory in
            DesktopFiles.all(below: directory).compactMap { file in
                guard let bytes = KeyFile.contents(of: file), let place = bytes.firstIndex(of: wanted) else {
                    return nil
                }
                let reason = SchemeHandler.Reason(kind: .declared, file: file, line: bytes.lineNumber(of: place))
                return Self(identifier: DesktopFiles.identifier(of: file, in: directory), reason: reason)
            }
        }
    }
}
