import ArgumentParser
import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem

/// `xcallback pause [clicks|agents|FILE] [DURATION]`
struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Refuse clicks, agents or a file's routes for a time, or until 'resume'.",
        discussion: """
            The pause takes effect at once, persists when the daemon restarts, and lasts until 'xcallback resume' with \
            the same word if no time is given. Clicks and agents are refused with error 503, the routes of a file with \
            error 424. What waits ends too, and commands that run continue. While clicks are paused, scripts still run routes, \
            and apps still answer your calls. After the time of a file's pause, the file's key 'enabled' decides, \
            even if 'resume' had overridden it before.

            Examples:
              xcallback pause 30m
              xcallback pause agents
              xcallback pause notes 2h
            """)

    @Argument(help: PauseTarget.help, completion: NameCompletion.pauseTargets)
    var target: String?

    @Argument(
        help: "Time with its unit: a number with ms, s, m, h or d; default: until 'xcallback resume'.",
        transform: Self.duration)
    var time: Duration?

    func validate() throws {
        if time == nil, let target, Duration(text: target) != nil { _ = try Self.duration(target) }
    }

    /// Reads a time with a unit: a person who writes 10 may mean minutes.
    private static func duration(_ text: String) throws -> Duration {
        if Double(text)?.isFinite == true {
            throw ValidationError("'\(text)' has no unit: write \(text)s or \(text)m")
        }
        return try CallCommand.duration(text)
    }

    func run() throws {
        // A time alone pauses clicks.
        let onlyTime = time == nil ? target.flatMap { Duration(text: $0) } : nil
        let duration = (onlyTime ?? time).map(TimeText.init)
        switch PauseTarget(argument: onlyTime == nil ? target : nil) {
        case .socket(let door):
            let reply = try Daemon.call(PauseMethod.self) { ($0.door, $0.duration) = (door, duration) }.reply
            Shell.print(Self.line(reply, of: door))
            if let warning = reply.warning { Shell.report(warning) }
        case .file(let name): try Self.set(name, enabled: false, for: duration)
        }
    }

    /// Turns the routes of a file on or off, and prints whether they answer.
    static func set(_ name: String, enabled isEnabled: Bool, for duration: TimeText? = nil) throws {
        let reply = try Daemon.call(FeatureMethod.self) {
            ($0.name, $0.isEnabled, $0.duration) = (name, isEnabled, duration)
        }.reply
        Shell.print(Self.line(reply))
        if let warning = reply.warning { Shell.report(warning) }
    }

    /// `clicks are paused until 09:30:00; 3 waiting requests were stopped; 'xcallback resume' ends the pause`
    static func line(_ pause: PauseReply, of door: Door) -> String {
        let target = PauseTarget.socket(door)
        let end = pause.until.map { " until \(LocalTime($0)?.brief ?? $0)" } ?? ""
        let count = pause.stopped ?? 0
        let stopped = count == 0 ? "" : "; \(count) waiting request\(count == 1 ? " was" : "s were") stopped"
        return Printable.message("\(target.word) are paused\(end)\(stopped); '\(target.resume)' ends the pause")
    }

    /// `notes: available`, or the reason why it is not available.
    static func line(_ feature: FeatureReply) -> String {
        let state = feature.reason.map { "not available: \($0)" } ?? "available"
        return Printable.message("\(feature.name): \(state)")
    }
}

/// `xcallback resume [clicks|agents|FILE]`
struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Accept clicks, agents or a file's routes again after 'xcallback pause'.",
        discussion: """
            The routes of a file that has 'enabled: false' answer too, until you pause the file.

            Examples:
              xcallback resume
              xcallback resume notes
            """)

    @Argument(help: PauseTarget.help, completion: NameCompletion.pauseTargets)
    var target: String?

    func run() throws {
        switch PauseTarget(argument: target) {
        case .socket(let door):
            let reply = try Daemon.call(ResumeMethod.self) { $0.door = door }.reply
            // Also true if nothing was paused or muted.
            Shell.print("\(PauseTarget.socket(door).word) are not paused, and their questions are asked")
            if let warning = reply.warning { Shell.report(warning) }
        case .file(let name): try PauseCommand.set(name, enabled: true)
        }
    }
}

extension PauseTarget {
    fileprivate static let help: ArgumentHelp =
        "'clicks' (default), 'agents' or the name of a file of routes, such as notes; 'file:agents' is a file."

    /// Reads the argument of a command; clicks without an argument.
    fileprivate init(argument: String?) { self = argument.map { PauseTarget($0) } ?? .socket(.desktop) }
}
