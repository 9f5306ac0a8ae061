import UnixSystem

/// The applications directories of a session, and the programs that their .desktop files start.
struct ApplicationDirectories: Sendable {
    /// The directories, the user's own first.
    let paths: [String]
    private let environment: [String: String]

    init(_ base: BaseDirectories, environment: [String: String]) {
        paths = base.dataSearchPath.map { "\($0)/applications" }
        self.environment = environment
    }

    /// Returns the installed application of an id by GLib's rules: from the first directory whose file can be used,
    /// hidden or not.
    func application(_ identifier: String, _ reason: SchemeHandler.Reason) -> SchemeHandler? {
        paths.firstResult { directory -> SchemeHandler? in
            guard let file = DesktopFiles.file(identifier, in: directory),
                let entry = Self.contents(of: file).flatMap({ ApplicationEntry($0, file: file) }),
                canStart(entry)
            else { return nil }
            return SchemeHandler(identifier, file: file, entry: entry, reason: reason)
        }
    }

    /// Returns the application that xdg-open starts for an id, from the first directory with such a file.
    func applicationOfXDGOpen(_ identifier: String, _ reason: SchemeHandler.Reason) -> SchemeHandler? {
        guard
            let file = paths.firstResult({ DesktopFiles.fileOrNamesake(identifier, in: $0) }),
            let entry = Self.contents(of: file).flatMap({ ApplicationEntry(readByXDGOpen: $0, file: file) }),
            canStart(entry)
        else { return nil }
        return SchemeHandler(identifier, file: file, entry: entry, reason: reason)
    }

    /// Returns the content of a list, cache or .desktop file; nil if the file cannot be read or is too large.
    static func contents(of path: String) -> [UInt8]? { try? FileContents.read(path, limit: 4 << 20) }

    private func canStart(_ entry: ApplicationEntry) -> Bool {
        [entry.requiredProgram, entry.command?.program].compactMap(\.self)
            .allSatisfy { DesktopProgram.locate($0, environment: environment) != nil }
    }
}
