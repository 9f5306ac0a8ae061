import DesktopEntries
import DispatcherMessages
import UnixSystem

/// The files of the administrator and of packages, which early versions read.
enum UnreadFiles {
    /// Returns a line with the command that copies the file for each file whose name the user's own folder lacks. Only the
    /// first file of a name counted.
    static func warnings(environment: [String: String]) -> [String] {
        guard let base = try? BaseDirectories(environment: environment) else { return [] }
        let (system, data) = (base.configurationSearchPath.dropFirst(), base.dataSearchPath.dropFirst())
        let settings = system.map { (folder: "\($0)/xcallbackd", name: "config.yaml") }
        let routes = (system + data).map { "\($0)/xcallbackd" }.flatMap { folder in
            ((try? Directory.entries(of: "\(folder)/routes.d")) ?? []).map(\.name).filter { $0.hasSuffix(".yaml") }
                .sorted().map { (folder: folder, name: "routes.d/\($0)") }
        }
        var seen: Set<String> = []
        return (settings + routes).compactMap { folder, name in
            let (file, copy) = ("\(folder)/\(name)", "\(base.configuration)/xcallbackd/\(name)")
            guard File.exists(file), !File.exists(copy), seen.insert(name).inserted else { return nil }
            let commands = [["mkdir", "-p", Directory.parent(of: copy)], ["cp", file, copy]].map(Printable.command)
            return "\(file): warning: the file is not read; to use it, run: \(commands.joined(separator: " && "))"
        }
    }
}
