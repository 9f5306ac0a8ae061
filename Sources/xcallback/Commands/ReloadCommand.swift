import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback reload`
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Load the configuration again; after a mistake in any file the previous one stays.",
        discussion: """
            The exit status is 78 if a file was refused.

            Example:
              xcallback reload
            """)

    @Flag(help: "Print the loaded and the refused files as JSON.")
    var json = false

    func run() throws {
        let (reply, printed) = try Daemon.call(ReloadMethod.self)
        if json { Shell.print(json: printed) } else { try show(reply) }
        try Shell.exit(reply.refused.isEmpty ? .success : .configuration)
    }

    private func show(_ reply: ReloadReply) throws {
        for file in reply.loaded { Shell.print("loaded \(Printable.shown(file, limit: nil))") }
        for mistake in reply.refused.flatMap(\.mistakes) { Shell.print(Printable.message(mistake)) }
        if !reply.refused.isEmpty { Shell.report("the previous configuration stays in use") }
        let status = try Daemon.call(StatusMethod.self).reply
        for scheme in status.schemes where !scheme.isRegistered {
            Shell.report("the desktop does not open \(scheme.scheme): with xcallbackd; run 'xcallback install'")
        }
    }
}
