import ArgumentParser
import UnixSystem

/// `xcallback check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the configuration and its examples without running anything.",
        discussion: """
            Prints each mistake with its file:line:column; the exit status is 78 if there is one. A program that is not on \
            the PATH of the running daemon is a warning. 'xcallbackd --check --config DIR' checks another folder.

            Example:
              xcallback check ~/.config/xcallbackd/routes.d/notes.yaml
            """)

    @Argument(
        help: "Files to check, by path or by their names in routes.d; default: all files that the daemon reads.",
        completion: .file())
    var files: [String] = []

    /// Runs the daemon's own check, so that only one program reads configurations.
    func run() throws {
        let names = RouteFile.names
        let files = files.map { names.contains($0) && !File.exists($0) ? "\(RouteFile.folder)/\($0).yaml" : $0 }
        try Shell.become(FileCheck.command(path: FileCheck.daemonPath, files: files))
    }
}
