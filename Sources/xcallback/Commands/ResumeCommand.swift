import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback resume`
struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Accept clicks again after 'xcallback pause'.",
        discussion: """
            Example:
              xcallback resume
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let reply = try daemon.call(ResumeMethod.self).reply
        Shell.print("resumed; clicks run again")
        if let warning = reply.warning { Shell.report(warning) }
    }
}
