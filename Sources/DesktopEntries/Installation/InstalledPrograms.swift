import UnixSystem

/// The places of the two installed programs.
///
/// The programs stay in their folder if a shell finds them there and the folder is not a build folder, which the next
/// build may empty. Otherwise the programs are copied to `~/.local/bin`.
struct InstalledPrograms: Sendable {
    /// A program and its target.
    typealias Copy = (source: String, target: ExecutablePath)

    let client: ExecutablePath
    /// The daemon's program; nil if neither the client's folder nor PATH has it.
    let daemon: ExecutablePath?
    let copies: [Copy]

    /// - Parameter executable: The absolute path of the running client.
    init(
        running executable: String, base: BaseDirectories, environment: [String: String]
    ) throws(InstallationError) {
        guard File.isExecutable(executable) else { throw .noProgram(executable) }
        var copies: [Copy] = []
        func place(_ source: String, as name: String, stays: Bool) throws(InstallationError) -> ExecutablePath {
            if stays { return try ExecutablePath(source) }
            guard let directory = base.programs else { throw .noProgramDirectory }
            let target = try ExecutablePath(future: "\(directory)/\(name)")
            // A program that runs from the target needs no copy, unless the target is a link.
            if File.resolved(source) != File.resolved(target.text) || File.destination(ofLink: target.text) != nil {
                copies.append((source, target))
            }
            return target
        }
        let folder = Directory.parent(of: executable)
        let stays = !Self.isBuildFolder(folder) && Self.isOnPath(executable, environment: environment)
        client = try place(executable, as: Self.clientName, stays: stays)
        let sibling = "\(folder)/\(Self.daemonName)"
        if File.isExecutable(sibling) {
            daemon = try place(sibling, as: Self.daemonName, stays: stays)
        } else if let found = ProgramSearch.find(Self.daemonName, in: environment) {
            let isBuilt = Self.isBuildFolder(Directory.parent(of: File.resolved(found)))
            daemon = try place(found, as: Self.daemonName, stays: !isBuilt)
        } else {
            daemon = nil
        }
        self.copies = copies
    }

    /// Whether a build made the folder: by the folder's path, or because the folder contains the linker's list of
    /// objects.
    static func isBuildFolder(_ folder: String) -> Bool {
        let folder = File.resolved(folder)
        return "\(folder)/".contains("/.build/") || Directory.exists("\(folder)/\(clientName).product")
    }

    /// Warns if a shell finds another client, or no client.
    func checkPath(environment: [String: String], report: inout InstallationReport) {
        let found = ProgramSearch.find(Self.clientName, in: environment)
        if let found, File.resolved(found) == File.resolved(client.text) { return }
        let folder = Directory.parent(of: client.text)
        let folders = ProgramSearch.folders(in: environment).map(File.resolved)
        if let found, folders.contains(File.resolved(folder)) {
            report.add(.warning, "a shell starts \(found), because its folder is before \(folder) on PATH")
        } else {
            // Debian's ~/.profile adds the folder at a login, if the folder exists.
            let profile = (try? FileContents.read("\(environment["HOME"] ?? "")/.profile")) ?? []
            let isNamed = folder.hasSuffix("/.local/bin") && profile.firstIndex(of: Array("/.local/bin".utf8)) != nil
            let step = isNamed ? "" : "add the line 'export PATH=\"\(folder):$PATH\"' to ~/.profile and "
            report.add(.warning, "\(folder) is not on PATH: \(step)log in again")
        }
    }

    private static let clientName = "xcallback"
    private static let daemonName = "xcallbackd"

    /// Whether a folder on PATH has the program or a link to it.
    private static func isOnPath(_ executable: String, environment: [String: String]) -> Bool {
        let real = File.resolved(executable)
        return ProgramSearch.folders(in: environment).contains { File.resolved("\($0)/\(clientName)") == real }
    }
}
