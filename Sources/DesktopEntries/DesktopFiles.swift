/// Finds .desktop files by their id.
struct DesktopFiles: Sendable {
    private let directories: [String]

    init(_ base: BaseDirectories) {
        directories = base.dataSearchPath.map { "\($0)/applications" }
    }

    /// The file in the first directory that has it. A dash in an id may stand for a slash (`kde-notes.desktop` is
    /// `kde/notes.desktop`); xdg-mime also names a file in a subdirectory without it.
    func file(_ identifier: String) -> String? {
        guard !identifier.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return directories.lazy.compactMap { directory in
            Self.find(identifier[...], in: directory)
                ?? Files.subdirectories(of: directory).lazy.map { "\(directory)/\($0)/\(identifier)" }
                .first(where: Files.isReadable)
        }.first
    }

    private static func find(_ identifier: Substring, in directory: String) -> String? {
        if Files.isReadable("\(directory)/\(identifier)") { return "\(directory)/\(identifier)" }
        guard identifier.contains("-") else { return nil }
        return Files.subdirectories(of: directory).lazy.compactMap { name in
            identifier.hasPrefix("\(name)-")
                ? find(identifier.dropFirst(name.count + 1), in: "\(directory)/\(name)") : nil
        }.first
    }
}
