import ArgumentParser

/// `xcallback check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the configuration and its examples without running anything.",
        discussion: """
            Prints each mistake with its file:line:column. The exit status is 78 if there is one.

            Example:
              xcallback check ~/.config/xcallbackd/routes.d/notes.yaml
            """)

    @Option(help: "Folder of config.yaml and routes.d; default: the XDG folders.", completion: .directory)
    var config: String?

    @Argument(help: "Files to check; default: all files that the daemon reads.", completion: .file())
    var files: [String] = []

    /// Runs the daemon's own check, so that only one program reads configurations.
    func run() throws {
        let options = config.map { ["--config", $0] } ?? []
        let arguments = [Shell.daemonExecutable, "--check"] + options + (files.isEmpty ? [] : ["--"] + files)
        try Shell.become(arguments)
    }
}
