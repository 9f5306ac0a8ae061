import ArgumentParser
import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem

/// `xcallback pause [agent] [DURATION]`
struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Refuse clicks or agents for a time, or until 'xcallback resume'.",
        discussion: """
            The pause takes effect at once and persists when the daemon restarts. Requests that wait for a turn or for \
            your answer end with error 503, open questions are closed, and commands that run continue. Requests of \
            scripts still run.

            Example:
              xcallback pause 30m
            """)

    @Argument(
        help: """
            'agent' to refuse agents (default: clicks), then a time: seconds, or a number with ms, s, m, h or d (default: until \
            'xcallback resume').
            """, completion: .list([Door.agent.rawValue]))
    var what: [String] = []

    private var door: Door { what.first == Door.agent.rawValue ? .agent : .desktop }

    private func duration() throws -> Duration? {
        let rest = door == .agent ? what.dropFirst() : what[...]
        guard let text = rest.first else { return nil }
        guard rest.count == 1, let duration = Duration(text: text) else {
            throw ValidationError(
                "'\(rest.joined(separator: " "))' is neither 'agent' before a time nor a time: \(Duration.textExpectation)"
            )
        }
        return duration
    }

    func validate() throws { _ = try duration() }

    func run() throws {
        let duration = try duration().map(TimeText.init)
        let reply = try Daemon.call(PauseMethod.self) { ($0.door, $0.duration) = (door, duration) }.reply
        Shell.print(Self.line(reply, of: door))
        if let warning = reply.warning { Shell.report(warning) }
    }

    /// `paused until 09:30:00; 3 waiting requests were stopped; 'xcallback resume' ends the pause`
    static func line(_ pause: PauseReply, of door: Door) -> String {
        let end = pause.until.map { " until \(LocalTime($0)?.brief ?? $0)" } ?? ""
        let count = pause.stopped ?? 0
        let stopped = count == 0 ? "" : "; \(count) waiting request\(count == 1 ? " was" : "s were") stopped"
        let resume = door == .agent ? "xcallback resume agent" : "xcallback resume"
        return Printable.message("paused\(end)\(stopped); '\(resume)' ends the pause")
    }
}

/// `xcallback resume [agent]`
struct ResumeCommand: ParsableCommand {
    /// A socket that can be paused.
    enum Socket: String, ExpressibleByArgument, CaseIterable { case desktop, agent }

    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Accept clicks or agents again after 'xcallback pause'.",
        discussion: """
            Example:
              xcallback resume
            """)

    @Argument(help: "'agent' for the calls of agents; default: desktop, for clicks.")
    var socket = Socket.desktop

    func run() throws {
        let reply = try Daemon.call(ResumeMethod.self) { $0.door = socket == .agent ? .agent : .desktop }.reply
        Shell.print(socket == .agent ? "resumed; agents may call again" : "resumed; clicks run again")
        if let warning = reply.warning { Shell.report(warning) }
    }
}
