import ArgumentParser
import DesktopEntries
import DispatcherMessages
import ProgramHelp
import QueryCoding
import RequestRecord
import UnixSystem

/// `xcallback status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the daemon's status: its files, requests and schemes.",
        discussion: """
            Example:
              xcallback status
            """)

    @Flag(help: "Print the status as JSON.")
    var json = false

    func run() throws {
        let (status, printed) = try Daemon.call(StatusMethod.self, milliseconds: 4500)
        guard !json else { return Shell.print(json: printed) }
        Shell.print(
            "xcallbackd \(status.version), pid \(status.pid), since \(LocalTime(status.since)?.long ?? status.since)")
        if let pause = status.paused?.desktop { show("paused", PauseCommand.line(pause, of: .desktop)) }
        if let pause = status.paused?.agent { show("paused", PauseCommand.line(pause, of: .agent)) }
        for mute in status.muted ?? [] { show("muted", Printable.message(mute), .warning) }
        let requests = status.requests
        let locked = requests.locked.map { "\($0) waiting for the screen to be unlocked, " } ?? ""
        let asking = requests.asking.map { "\($0) asking you, " } ?? locked
        let waiting = max(0, requests.waiting - (requests.asking ?? requests.locked ?? 0))
        show("requests", "\(requests.running) running, \(asking)\(waiting) waiting, \(requests.total) since the start")
        if requests.unrecorded != 0 {
            show("", "\(requests.unrecorded) refused requests are not in the history: there were too many")
        }
        show("routes", status.routesText)
        show("history", status.journal)
        switch status.isolation {
        case .units:
            show("isolation", "units: the commands of clicks and agents run in units of the user manager")
            for line in status.units?.lines ?? [] { show("", Printable.message(line)) }
        case .none:
            show("isolation", "none: no user manager answers, so the commands of clicks and agents have no units")
        }
        if let count = status.log?.dropped, count != 0 { show("log", "\(count) lines dropped", .warning) }
        if let count = status.callbacks.uncertain, count != 0 {
            show("callbacks", "\(count) uncertain: may or may not have been opened", .warning)
        }
        let recovered = status.recovered.members.filter { $0.value != 0 }.map { "\($0.value) \($0.name)" }
        if !recovered.isEmpty { show("left over", recovered.joined(separator: ", ")) }
        if let reload = status.reload, !reload.refused.isEmpty {
            let mistakes = reload.refused.flatMap(\.mistakes).map { Printable.message($0) }
            show("reload", "the last reload was refused: \(mistakes.first ?? "")", .bad)
            for mistake in mistakes.dropFirst() { show("", mistake) }
        }
        for file in status.files {
            let isRefused = status.reload?.refused.contains { $0.file == file.path } ?? false
            let state =
                switch (file.state, isRefused) {
                case (StatusReply.File.changed, true): "refused; correct it, then run 'xcallback reload'"
                case (StatusReply.File.changed, false) where status.reload?.refused.isEmpty == false:
                    "changed on disk; it is held back until the refused file is corrected, because a reload loads all files"
                case (StatusReply.File.changed, false): "changed on disk since the last load; run 'xcallback reload'"
                default: file.state
                }
            let style =
                isRefused || !file.mistakes.isEmpty
                ? TextStyle.bad : file.state == StatusReply.File.changed ? .warning : nil
            show("file", "\(Printable.shown(file.path, limit: nil)) (\(state))", style)
            for mistake in file.mistakes { show("", Printable.message(mistake)) }
        }
        if !status.restart.isEmpty {
            show(
                "restart", "\(status.restart.joined(separator: ", ")): takes effect when the daemon restarts", .warning)
        }
        for feature in status.features where !feature.isAvailable { show("off", PauseCommand.line(feature)) }
        for worker in status.workers {
            // `pid 12 (python3): weather.today; 3 running, 17 in all`
            let counts = "\(worker.running) running, \(worker.total) in all"
            show("worker", "\(Printable.message(worker.process)): \(worker.routes.joined(separator: ", ")); \(counts)")
        }
        let declined = DeclinedSchemes.all(environment: Shell.environment)
        for scheme in status.schemes {
            let isDeclined = !scheme.isRegistered && declined.contains(scheme.scheme)
            let state =
                isDeclined
                ? "not registered, as you chose; 'xcallback install \(scheme.scheme)' does it"
                : scheme.isRegistered ? "registered" : "not registered with the desktop; run 'xcallback install'"
            show("scheme", "\(scheme.scheme): \(state)", isDeclined || scheme.isRegistered ? nil : .warning)
        }
    }

    /// Prints a line. Further lines of the same subject have an empty label.
    private func show(_ label: String, _ text: String, _ style: TextStyle? = nil) {
        Shell.print(label.padded(to: 11) + (style?.applied(to: text) ?? text), indentation: 11)
    }
}
