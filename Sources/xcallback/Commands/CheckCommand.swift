import ArgumentParser
import DispatcherMessages
import Glibc
import UnixSystem

/// `xcallback check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the configuration and its examples; run nothing.",
        discussion: "Prints every mistake as file:line:column. Ends with 78 if there is one.")

    @Option(help: "The folder of the configuration.")
    var config: String?

    @Argument(help: "Files to check; none for all that the daemon would read.")
    var files: [String] = []

    /// The daemon reads the files: the command line stays small, and nothing is read in two ways.
    func run() throws {
        let options = config.map { ["--config", $0] } ?? []
        let arguments = [Shell.daemonExecutable, "--check"] + options + (files.isEmpty ? [] : ["--"] + files)
        let vector = arguments.map { strdup($0) } + [nil]
        execvp(arguments[0], vector)
        Shell.say("\(SystemCallError("start", arguments[0]))")
        try Tool.exit(.unreachable)
    }
}
