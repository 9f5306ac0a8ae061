import DesktopEntries
import DispatcherMessages
import UnixSystem
import XCallbackURL

/// The session, the programs that open URLs, and who opens each scheme.
struct DesktopCheckup {
    private(set) var findings: [Finding] = []
    private let environment = Shell.environment

    /// - Parameters:
    ///   - status: That of the daemon; nil if none answers.
    ///   - schemes: The schemes of the routes.
    init(status: StatusReply?, schemes: [String]) {
        checkSession()
        check(opener: status?.opener ?? ["xdg-open"])
        checkPrograms(prompt: status?.prompt)
        check(schemes: schemes, opener: status?.opener.first ?? "xdg-open")
        checkUnits(isRunning: status != nil)
    }

    private mutating func checkSession() {
        let displays = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap { name in
            environment[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
        }
        findings.append(
            displays.isEmpty
                ? .fault(
                    "display", "neither DISPLAY nor WAYLAND_DISPLAY is set, so xdg-open starts no app",
                    remedy: "run doctor in the desktop session, or set DISPLAY")
                : .ok("display", displays.joined(separator: ", ")))
    }

    private mutating func check(opener: [String]) {
        let program = opener.first ?? "xdg-open"
        guard let path = ProgramSearch.find(program, in: environment) else {
            return findings.append(
                .fault(
                    "opener", "'\(program)' is not found",
                    remedy: "apt install xdg-utils, or set 'opener' in config.yaml"))
        }
        if program.hasSuffix("xdg-open"), let needed = AssociationRules.kdeProgram(in: environment),
            ProgramSearch.find(needed, in: environment) == nil
        {
            return findings.append(
                .fault(
                    "opener", "in this KDE session xdg-open needs '\(needed)', and loses every URL without it",
                    remedy: "apt install kde-cli-tools, or opener: [gio, open] in config.yaml"))
        }
        findings.append(.ok("opener", ([path] + opener.dropFirst()).joined(separator: " ")))
    }

    private mutating func checkPrograms(prompt: WordOrList<String>?) {
        let asks = ["zenity", "kdialog"]
        if case .list(let command)? = prompt {
            let program = command.first ?? ""
            if ProgramSearch.find(program, in: environment) == nil {
                findings.append(
                    .fault(
                        "prompt", "'\(program)' is not found, so clicks are refused", remedy: "xcallback edit config"))
            }
        } else if let found = asks.first(where: { ProgramSearch.find($0, in: environment) != nil }) {
            findings.append(.ok("prompt", found))
        } else {
            findings.append(
                .fault(
                    "prompt", "neither zenity nor kdialog is found, so clicks that need a question are refused",
                    remedy: "apt install zenity"))
        }
        if ProgramSearch.find("notify-send", in: environment) == nil {
            findings.append(
                .hint(
                    "notifications", "notify-send is not found, so nothing shows why a click failed",
                    remedy: "apt install libnotify-bin"))
        }
        for (program, package) in [("xdg-mime", "xdg-utils"), ("update-desktop-database", "desktop-file-utils")]
        where ProgramSearch.find(program, in: environment) == nil {
            findings.append(
                .fault(
                    "registration", "'\(program)' is not found, so install cannot register schemes",
                    remedy: "apt install \(package)"))
        }
    }

    private mutating func check(schemes: [String], opener: String) {
        let handlers: SchemeHandlers
        do {
            handlers = try SchemeHandlers(environment: environment)
        } catch {
            return findings.append(.fault("schemes", "\(error)"))
        }
        for scheme in schemes.compactMap({ Scheme($0) }) {
            findings.append(finding(scheme, handlers.handler(of: scheme)))
            let hasDigit = scheme.text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if hasDigit, opener.hasSuffix("xdg-open") {
                findings.append(
                    .hint(
                        "scheme \(scheme)", "xdg-open before 1.2 takes a scheme with a digit for a file",
                        remedy: "opener: {\(scheme): [gio, open]} in config.yaml; browsers and gio are not affected"))
            }
        }
    }

    private func finding(_ scheme: Scheme, _ handler: SchemeHandler?) -> Finding {
        let subject = "scheme \(scheme)"
        guard let handler else {
            return .fault(subject, "no app opens it, so clicks do not arrive", remedy: "xcallback install")
        }
        guard DesktopEntry.isOurs(handler.identifier, for: scheme) else {
            return .fault(
                subject, "\(handler.name) opens it (\(handler.identifier), \(handler.reason))",
                remedy: "xcallback install --force takes it; uninstall gives it back")
        }
        return .ok(subject, "opens with \(handler.command?.program ?? handler.name)")
    }

    private mutating func checkUnits(isRunning: Bool) {
        guard UserManagerState.answers else {
            if !isRunning {
                findings.append(
                    .hint(
                        "user manager", "none answers, so nothing starts the daemon for a click", remedy: "xcallbackd &"
                    ))
            }
            return
        }
        for unit in ["xcallbackd-desktop.socket", "xcallbackd-control.socket"] {
            guard let state = ChildOutput.run(["systemctl", "--user", "is-active", unit], errors: .empty)?.lines.first,
                state != "active"
            else { continue }
            findings.append(
                .fault(
                    unit, "is \(state), so no click starts the daemon",
                    remedy: state == "failed"
                        ? "systemctl --user reset-failed \(unit); systemctl --user start \(unit)" : "xcallback install")
            )
        }
    }
}

/// The user manager of systemd.
enum UserManagerState {
    static var answers: Bool {
        let reply = ChildOutput.run(["systemctl", "--user", "is-system-running"], errors: .empty)
        return ["running", "degraded", "starting"].contains(reply?.lines.first ?? "")
    }
}
