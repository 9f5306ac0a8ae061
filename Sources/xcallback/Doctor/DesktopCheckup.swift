import DesktopEntries
import DispatcherMessages
import Glibc
import UnixSystem
import XCallbackURL

/// Checks the session, the programs that open URLs, the units, and which app opens each scheme.
struct DesktopCheckup {
    /// The subject of the findings about the user manager.
    static let userManager = "user manager"

    private(set) var findings: [Finding] = []
    private let environment = Shell.environment
    /// The variables of the user manager, as `NAME=VALUE`; nil if no user manager answers.
    private let managerVariables: [String]?

    /// - Parameters:
    ///   - status: The status of the daemon; nil if no daemon answers.
    ///   - schemes: The schemes of the routes.
    init(status: StatusReply?, schemes: [String]) {
        let command = ["systemctl", "--user", "show-environment"]
        managerVariables = Daemon.hasUserManager ? ChildOutput.run(command)?.lines ?? [] : nil
        checkSession()
        check(opener: status?.opener ?? ["xdg-open"])
        checkPrompt(status)
        checkPrograms()
        findings += LockCheckup.findings(in: environment)
        findings += SchemeCheckup(status: status, schemes: schemes).findings
        findings += EntryCheckup.findings(schemes: schemes)
        if status != nil { checkFocus() }
        checkUnits(isRunning: status != nil)
        checkNotifications()
        checkPortal()
    }

    private var displays: [String] { SessionVariables.displays(environment) }

    private mutating func checkSession() {
        let missing = displays.filter { !answers($0) }
        if displays.isEmpty {
            findings.add(
                .fault, "display", "neither DISPLAY nor WAYLAND_DISPLAY is set, so xdg-open starts no app",
                remedy: "run doctor in the desktop session, or set DISPLAY")
        } else if missing.isEmpty {
            findings.add(.ok, "display", displays.joined(separator: ", "))
        } else {
            findings.add(
                .hint, "display",
                "nothing answers at \(missing.joined(separator: ", ")), so no dialog and no app can appear there",
                remedy: "run doctor in the desktop session")
        }
    }

    private func answers(_ display: String) -> Bool {
        DisplayServer.answers(at: display, runtimeFolder: Shell.variable("XDG_RUNTIME_DIR"))
    }

    private mutating func check(opener: [String]) {
        let program = opener.first ?? "xdg-open"
        guard let path = ProgramSearch.find(program, in: environment) else {
            return findings.add(
                .fault, "opener", "'\(program)' is not found",
                remedy: "apt install xdg-utils, or set 'opener' in config.yaml")
        }
        if let fault = AssociationRules.fault(ofOpener: path, in: environment) {
            return findings.add(.fault, "opener", fault.reason, remedy: fault.remedy)
        }
        findings.add(.ok, "opener", Printable.command([path] + opener.dropFirst()))
        if path.hasSuffix("/xdg-open"),
            ChildOutput.run(["uname", "-r"])?.text.lowercased().contains("microsoft") == true
        {
            findings.add(
                .hint, "opener",
                "in WSL, xdg-open may hand URLs to explorer.exe of Windows, which opens none of our apps",
                remedy: "opener: [gio, open] in config.yaml")
        }
    }

    /// Checks the program that asks the user. A program of config.yaml needs no display. A dialog appears on the user
    /// manager's display, else on the daemon's own.
    private mutating func checkPrompt(_ status: StatusReply?) {
        if case .list(let command)? = status?.prompt {
            let program = command.first ?? ""
            if ProgramSearch.find(program, in: environment) == nil {
                findings.add(
                    .fault, "prompt", "'\(program)' is not found, so requests that need a question are refused",
                    remedy: "xcallback edit config")
            }
        } else if let found = SessionVariables.dialogPrograms(environment).first(where: {
            ProgramSearch.find($0, in: environment) != nil
        }) {
            let used = usedDisplays(status)
            // Without a daemon and a manager, the check of the display says it.
            let isUnknown = status == nil && managerVariables == nil && !used.isEmpty
            guard !isUnknown, !used.contains(where: answers) else { return findings.add(.ok, "prompt", found) }
            let start = "start xcallbackd in the desktop session"
            let reason =
                used.isEmpty
                ? "the daemon has no display for \(found)"
                : "\(found) cannot appear at \(used.joined(separator: ", ")), where nothing answers (a session that has ended)"
            findings.add(
                .fault, "prompt", "\(reason), so requests that need a question are refused",
                remedy: managerVariables == nil ? start : "in the desktop session: \(SessionVariables.importCommand)")
        } else {
            findings.add(
                .fault, "prompt", "neither zenity nor kdialog is found, so requests that need a question are refused",
                remedy: "apt install zenity")
        }
    }

    /// The displays on which the daemon asks: the user manager's, else its own. Without a daemon and a manager, the displays of
    /// the terminal.
    private func usedDisplays(_ status: StatusReply?) -> [String] {
        if let managerVariables, case let named = Self.displays(managerVariables), !named.isEmpty { return named }
        guard let status else { return managerVariables == nil ? displays : [] }
        let own = (try? FileContents.read("/proc/\(status.pid)/environ")) ?? []
        return Self.displays(own.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    }

    /// Returns the variables that name a display.
    private static func displays(_ variables: [String]) -> [String] {
        variables.filter { variable in
            ["DISPLAY=", "WAYLAND_DISPLAY="].contains { variable.hasPrefix($0) && variable.utf8.count > $0.utf8.count }
        }
    }

    /// Checks whether the app of a callback comes to the front. On Wayland, GNOME accepts a token once, and the dialog has
    /// used up the click's. zenity has no way to ask for another, and the portal passes on only what it is given.
    private mutating func checkFocus() {
        guard SessionVariables.name(desktop: "GNOME", environment), !(environment["WAYLAND_DISPLAY"] ?? "").isEmpty,
            let listed = try? Daemon.call(
                RoutesMethod.self, milliseconds: Int32(DoctorCommand.timeLeft(of: 4500))),
            listed.reply.routes.contains(where: { $0.desktop?.hasPrefix("ask") ?? false })
        else { return }
        findings.add(
            .hint, "focus",
            "after a question, GNOME leaves the window of an app that gets the answer behind the others, and says that it is ready",
            remedy: "the answer \"Always …\" or 'desktop: allow' in the route, for routes that you trust any page with")
    }

    private mutating func checkPrograms() {
        guard ProgramSearch.find("update-desktop-database", in: environment) == nil else { return }
        findings.add(
            .fault, "registration", "'update-desktop-database' is not found, so install cannot register schemes",
            remedy: "apt install desktop-file-utils")
    }

    private mutating func checkUnits(isRunning: Bool) {
        guard let managerVariables else {
            if !isRunning {
                findings.add(
                    .hint, Self.userManager, "no user manager answers, so a click does not start the daemon",
                    remedy: "xcallbackd &")
            }
            return
        }
        for unit in UserUnit.sockets.map(\.name) {
            guard let state = ChildOutput.run(["systemctl", "--user", "is-active", unit])?.lines.first,
                state != "active"
            else { continue }
            findings.add(
                .fault, unit, "is \(state), so no connection to it starts the daemon",
                remedy: state == "failed"
                    ? "systemctl --user reset-failed \(unit); systemctl --user start \(unit)" : "xcallback install")
        }
        let properties = ["show", "--property=LoadState,KillMode,ExecStart", "xcallbackd.service"]
        let lines = ChildOutput.run(["systemctl", "--user"] + properties)?.lines ?? []
        if lines.contains("LoadState=masked") {
            findings.add(
                .fault, "unit", "xcallbackd.service is masked, so nothing starts the daemon",
                remedy: "systemctl --user unmask xcallbackd.service; systemctl --user reset-failed; xcallback install")
        }
        // The value begins with "{ path=/usr/bin/xcallbackd ; argv[]=".
        let start = lines.first { $0.hasPrefix("ExecStart=") }?.firstMatch(of: /path=(\S+)/)?.output.1
        if let start, access(String(start), X_OK) != 0 {
            findings.add(
                .fault, "unit", "\(start), which xcallbackd.service starts, is gone", remedy: "xcallback install")
        }
        if lines.contains("LoadState=loaded"), !lines.contains("KillMode=process") {
            findings.add(
                .fault, "unit",
                "xcallbackd.service does not have KillMode=process, so stopping the service ends the apps that it opened",
                remedy: "systemctl --user revert xcallbackd.service; xcallback install")
        }
        if !displays.isEmpty, Self.displays(managerVariables).isEmpty {
            findings.add(
                .fault, Self.userManager, "has no display, so the programs that it starts open no window",
                remedy: SessionVariables.importCommand)
        }
        let desktop = "XDG_CURRENT_DESKTOP"
        let here = environment[desktop].flatMap { $0.isEmpty ? nil : "\(desktop)=\($0)" }
        if let here, let other = managerVariables.first(where: { $0.hasPrefix("\(desktop)=") }), other != here {
            findings.add(
                .hint, Self.userManager,
                "has \(other), but this session \(here), so the daemon may choose the openers of another desktop",
                remedy: SessionVariables.importCommand)
        }
    }

    /// Checks notify-send, and the service that shows what it sends. The call starts the service, as a notification does.
    private mutating func checkNotifications() {
        let service = "org.freedesktop.Notifications"
        let question = ["call", service, "/org/freedesktop/Notifications", service, "GetServerInformation"]
        let bus = "org.freedesktop.DBus"
        if ProgramSearch.find("notify-send", in: environment) == nil {
            findings.add(
                .hint, "notifications", "notify-send is not found, so nothing shows why a click failed",
                remedy: "apt install libnotify-bin")
        } else if let answer = busctl(question), answer != 0,
            busctl(["call", bus, "/org/freedesktop/DBus", bus, "GetId"]) == 0
        {
            findings.add(
                .hint, "notifications", "no notification service answers, so nothing shows why a click failed",
                remedy: "start one in the session, such as mako, dunst or the one of the desktop")
        }
    }

    /// Checks the portal. If a portal is installed, Chromium and sandboxed apps open URLs only through the portal. The
    /// call starts the portal, as a click does.
    private mutating func checkPortal() {
        let name = "org.freedesktop.portal.Desktop"
        // 'get-property' would wait longer.
        let question = [
            "call", name, "/org/freedesktop/portal/desktop", "org.freedesktop.DBus.Properties", "Get", "ss",
            "org.freedesktop.portal.OpenURI", "version",
        ]
        guard let answer = busctl(question), answer != 0, busctl(["status", name]) == 0 else { return }
        findings.add(
            .fault, "portal",
            "was started without a display, so it loses every URL that Chromium and sandboxed apps open",
            remedy: "\(SessionVariables.importCommand); systemctl --user restart xdg-desktop-portal")
    }

    /// Returns the exit status of busctl; nil without the program, or without a display, which the services need.
    private func busctl(_ words: [String]) -> CInt? {
        guard !displays.isEmpty, ProgramSearch.find("busctl", in: environment) != nil else { return nil }
        return ChildOutput.run(["busctl", "--user", "--timeout=\(DoctorCommand.timeLeft(of: 4500))ms"] + words)?.status
    }
}
