import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback pause [DURATION]`
struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Refuse clicks for a time, or until 'xcallback resume'.",
        discussion: """
            The pause takes effect at once and persists when the daemon restarts. Requests of scripts still run.

            Example:
              xcallback pause 30m
            """)

    @OptionGroup var daemon: DaemonOptions

    @Argument(
        help: "How long: seconds, or a number with s, m, h or d; default: until 'xcallback resume'.",
        transform: { text in
            guard let duration = Duration(text: text) else {
                throw ValidationError("'\(text)' is not \(Duration.textExpectation)")
            }
            return duration
        })
    var duration: Duration?

    func run() throws {
        let reply = try daemon.call(PauseMethod.self) { $0.duration = duration.map(TimeText.init) }.reply
        Shell.print(Self.line(reply))
        if let warning = reply.warning { Shell.report(warning) }
    }

    /// `paused until 09:30:00; 'xcallback resume' ends the pause`
    static func line(_ pause: PauseReply) -> String {
        let end = pause.until.map { " until \(LocalTime($0)?.brief ?? $0)" } ?? ""
        return Printable.message("paused\(end); 'xcallback resume' ends the pause")
    }
}

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
