import ArgumentParser
import DesktopEntries
import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// Checks the programs, the daemon, its sockets and its files.
struct DaemonCheckup {
    static let controlSocket = "control socket"
    private(set) var findings: [Finding] = []
    /// The status of the daemon; nil if no daemon answers.
    private(set) var status: StatusReply?
    /// The schemes of the routes, from the daemon, or from its program if no daemon answers.
    private(set) var schemes: [Scheme] = []
    private let inquiries: SessionInquiries

    /// - Parameter inquiries: What the services of the session were asked.
    init(inquiries: SessionInquiries) {
        self.inquiries = inquiries
        let controlSocket = checkControlSocket()
        checkPrograms()
        let startFaults = status == nil ? UnitCheckup(inquiries).startFaults : []
        findings += startFaults.isEmpty ? controlSocket : startFaults
        if let status {
            checkDesktopSocket()
            checkAgentSocket()
            check(status)
            schemes = status.schemes.compactMap { Scheme($0.scheme) }
        } else {
            schemes = (FileCheck.schemes ?? []).map(\.scheme)
        }
    }

    private mutating func checkPrograms() {
        guard let checked = ChildOutput.run(FileCheck.command(path: status?.path)) else {
            return findings.add(
                .fault, "programs", "'\(Shell.daemonExecutable)' cannot be started",
                remedy: "build or install xcallbackd beside xcallback")
        }
        findings.add(.ok, "programs", "\(Shell.executable), version \(PackageVersion.text)")
        let warnings = checked.lines.filter { $0.contains(": warning: ") }
        let mistakes = checked.status == 0 ? [] : checked.lines.filter { !warnings.contains($0) }
        for mistake in mistakes { findings.add(.fault, "files", mistake, remedy: edit(mistake)) }
        if mistakes.isEmpty { findings.add(.ok, "files", "no mistake") }
        for warning in warnings { findings.add(.hint, "files", warning, remedy: edit(warning)) }
    }

    /// Returns the command that edits the file of a mistake; nil if the file is not in the user's own folder. The text
    /// of a mistake begins with the file's path below the configuration folder.
    private func edit(_ mistake: String) -> String? {
        let file = mistake.prefix { $0 != ":" }
        guard access("\(Directory.parent(of: RouteFile.folder))/\(file)", F_OK) == 0 else { return nil }
        let name = file.split(separator: "/").last ?? file
        let step = mistake.hasSuffix("is not on PATH") ? "install the program, or name another: " : ""
        return "\(step)xcallback edit \(name.hasSuffix(".yaml") ? name.dropLast(5) : name)"
    }

    /// Asks the control socket for the status, and returns the findings.
    private mutating func checkControlSocket() -> [Finding] {
        let begun = ContinuousClock.now
        do {
            let reply = try Daemon.call(StatusMethod.self, milliseconds: timeLeft).reply
            status = reply
            let (daemon, own) = (reply.version, PackageVersion.text)
            let time = ContinuousClock.now - begun
            let found = Finding(.ok, Self.controlSocket, "xcallbackd \(daemon), pid \(reply.pid)", time: time)
            let other = Finding(
                .fault, "version", "the daemon that runs is \(daemon), and this program is \(own)",
                remedy: "xcallback install, or stop the daemon")
            return daemon == own ? [found] : [found, other]
        } catch {
            return [unanswered(Self.controlSocket, error)]
        }
    }

    /// The fault of a socket that does not answer. The remedy says how to start or to replace the daemon.
    private func unanswered(_ socket: String, _ error: any Error) -> Finding {
        let start = "systemctl --user start xcallbackd.service; journalctl --user -u xcallbackd"
        var remedy: String? =
            inquiries.managerVariables != nil ? "systemctl --user reset-failed; \(start)" : "start it: xcallbackd &"
        // The sentence says what to do, and a daemon would end with the same one.
        if error is SocketDirectoryError || (error as? ClientError)?.isReply == true { remedy = nil }
        if case ClientError.unresponsive = error { remedy = (error as? ClientError)?.remedy }
        return Finding(.fault, socket, (error as? ClientError)?.problem ?? "\(error)", remedy: remedy)
    }

    /// The time that a socket has to answer, in milliseconds: `doctor` reports a daemon that hangs within five seconds.
    private var timeLeft: Int32 { Int32(DoctorCommand.timeLeft(of: 3500)) }

    /// Calls a method other than `dispatch` on the desktop socket. The refusal proves that the daemon answers there,
    /// and that the socket has the rules of the desktop socket.
    private mutating func checkDesktopSocket() {
        let begun = ContinuousClock.now
        do {
            _ = try Daemon.call(StatusMethod.self, at: .desktop, milliseconds: timeLeft)
            findings.add(.fault, "desktop socket", "answers a method that only the control socket may answer")
        } catch let error as ClientError where error.isReply {
            findings.add(.ok, "desktop socket", "answers only clicks", time: ContinuousClock.now - begun)
        } catch {
            findings.append(unanswered("desktop socket", error))
        }
    }

    /// Asks which routes agents are offered. The user should know of the routes that run unasked.
    private mutating func checkAgentSocket() {
        let begun = ContinuousClock.now
        do {
            let routes = try Daemon.call(RoutesMethod.self, at: .agent, milliseconds: timeLeft).reply.routes
            let count = routes.isEmpty ? "no route" : "\(routes.count) route\(routes.count == 1 ? "" : "s")"
            findings.add(.ok, "agent socket", "offers agents \(count)", time: ContinuousClock.now - begun)
            let unasked = routes.filter { $0.agent == "allow" }.map(\.name)
            guard !unasked.isEmpty else { return }
            findings.add(.ok, "agents", "run without a question: \(unasked.joined(separator: ", "))")
        } catch {
            findings.append(unanswered("agent socket", error))
        }
    }

    private mutating func check(_ status: StatusReply) {
        for mistake in status.files.flatMap(\.mistakes) where !findings.contains(where: { $0.text == mistake }) {
            let remedy = edit(mistake) ?? "correct the file, then: xcallback reload"
            findings.add(.fault, "loaded files", mistake, remedy: remedy)
        }
        findings.add(.ok, "routes", status.routesText)
        if status.paused?.agent != nil {
            findings.add(
                .hint, "agents", "are paused, so all of their calls are refused", remedy: "xcallback resume agents")
        }
        if status.paused?.desktop != nil {
            findings.add(.hint, "clicks", "are paused, so all of them are refused", remedy: "xcallback resume")
        }
        for mute in status.muted ?? [] { findings.add(.hint, "questions", "are not asked \(mute)") }
        if !status.journal.hasPrefix("/") {
            findings.add(.hint, "history", "\(status.journal): a restart loses the requests that wait or run")
        }
        if let count = status.callbacks.uncertain, count > 0 {
            findings.add(.hint, "callbacks", "\(count) may or may not have been opened", remedy: "xcallback history")
        }
        if let units = status.units {
            if let refusal = units.refusal {
                findings.add(
                    .fault, "isolation", "no command of a click or an agent can run: \(Printable.message(refusal))",
                    remedy: "systemctl --user status")
            } else if !units.lines.isEmpty {
                findings.add(.ok, "isolation", units.lines.joined(separator: "; "))
            }
        }
        if status.isolation == .none {
            findings.add(
                .hint, "isolation", "no user manager answers, so commands of clicks and agents run without a unit")
        }
    }
}
