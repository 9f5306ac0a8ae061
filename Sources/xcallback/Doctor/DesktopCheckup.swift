import DesktopEntries
import DispatcherMessages
import RequestRecord
import UnixSystem
import XCallbackURL

/// Checks the session, the programs that open URLs, the units, and which app opens each scheme.
struct DesktopCheckup {
    /// The subject of the findings about the user manager.
    static let userManager = "user manager"

    private(set) var findings: [Finding] = []
    private let environment = Shell.environment
    private let inquiries: SessionInquiries
    private let managerVariables: [String]?

    /// - Parameters:
    ///   - status: The status of the daemon; nil if no daemon answers.
    ///   - schemes: The schemes to check.
    ///   - routes: The routes and the last requests.
    ///   - inquiries: What the services of the session were asked.
    init(status: StatusReply?, schemes: [Scheme], routes: RouteCheckup, inquiries: SessionInquiries) {
        self.inquiries = inquiries
        managerVariables = inquiries.managerVariables
        checkSession()
        check(opener: status?.opener ?? ["xdg-open"])
        checkPrompt(status)
        checkPrograms()
        findings += SchemeCheckup(status: status, schemes: schemes).findings
        findings += RememberedApps(for: schemes).findings
        checkUnits(isRunning: status != nil)
        checkSessions()
        checkNotifications()
        checkPortal()
        checkFocus(routes)
        findings += LockCheckup.findings(in: environment, requests: routes.requests)
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
                    .fault, "question", "'\(program)' is not found, so requests that need a question are refused",
                    remedy: "remove 'prompt', or name a program that asks: xcallback edit config")
            } else {
                findings.add(.ok, "question", Printable.command(command))
            }
        } else if let found = SessionVariables.dialogPrograms(environment).first(where: {
            ProgramSearch.find($0, in: environment) != nil
        }) {
            let used = usedDisplays(status)
            // Without a daemon and a manager, the check of the display says it.
            let isUnknown = status == nil && managerVariables == nil && !used.isEmpty
            guard !isUnknown, !used.contains(where: answers) else { return findings.add(.ok, "question", found) }
            let start = "start xcallbackd in the desktop session"
            let reason =
                used.isEmpty
                ? "the daemon has no display for \(found)"
                : "\(found) cannot appear at \(used.joined(separator: ", ")), where nothing answers (a session that has ended)"
            findings.add(
                .fault, "question", "\(reason), so requests that need a question are refused",
                remedy: managerVariables == nil ? start : "in the desktop session: \(SessionVariables.importCommand)")
        } else {
            findings.add(
                .fault, "question", "neither zenity nor kdialog is found, so requests that need a question are refused",
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
    /// used up the click's. zenity has no way to ask for another, and the portal passes on only what it is given. It is a
    /// hint only if an app got an answer lately.
    private mutating func checkFocus(_ routes: RouteCheckup) {
        guard SessionVariables.name(desktop: "GNOME", environment), !(Shell.variable("WAYLAND_DISPLAY") ?? "").isEmpty,
            routes.routes.contains(where: { $0.desktop?.hasPrefix("ask") ?? false }),
            routes.requests.contains(where: { $0.door == .desktop && $0.callback?.state == .opened })
        else { return }
        findings.add(
            .hint, "focus",
            "after a question, GNOME leaves the window of an app that gets the answer behind the others",
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
            if inquiries.variables.hangs {
                findings.add(
                    .fault, Self.userManager, "does not answer, so it starts no daemon and no command of a click",
                    remedy: "log out and in again")
            } else if !isRunning {
                findings.add(
                    .hint, Self.userManager, "no user manager answers, so a click does not start the daemon",
                    remedy: "xcallbackd &")
            }
            return
        }
        let units = UnitCheckup(inquiries)
        // Without a daemon, they are shown in place of its control socket.
        findings += (isRunning ? units.startFaults : []) + units.findings
        if !displays.isEmpty, Self.displays(managerVariables).isEmpty {
            findings.add(
                .fault, Self.userManager, "has no display, so the programs that it starts open no window",
                remedy: SessionVariables.importCommand)
        }
        let effects = SessionVariables.displayNames.map { ($0, "a question may appear in another session") }
        for (name, effect) in effects + [
            ("XDG_CURRENT_DESKTOP", "the daemon may choose the openers of another desktop")
        ] {
            checkVariable(name, managerVariables, effect)
        }
    }

    /// Names a variable of the user manager that belongs to another session of the user, or to one that has ended.
    private mutating func checkVariable(_ name: String, _ managerVariables: [String], _ effect: String) {
        let isRemote = !(Shell.variable("SSH_CONNECTION") ?? "").isEmpty
        guard !displays.isEmpty, !isRemote, let other = managerVariables.first(where: { $0.hasPrefix("\(name)=") })
        else { return }
        let value = environment[name] ?? ""
        let isDisplay = SessionVariables.displayNames.contains(name)
        let remedy =
            (value.isEmpty ? "systemctl --user unset-environment \(name); " : "") + SessionVariables.importCommand
        // A command that a finding names already mends this variable too.
        guard other != "\(name)=\(value)", isDisplay || !value.isEmpty,
            !findings.contains(where: { $0.remedy?.hasSuffix(remedy) ?? false })
        else { return }
        findings.add(
            .hint, Self.userManager,
            "has \(other), but this session \(value.isEmpty ? "no \(name)" : "\(name)=\(value)"), so \(effect)",
            remedy: remedy)
    }

    /// Names the graphical sessions if the user has more than one: they share the user manager, and its variables name
    /// one display.
    private mutating func checkSessions() {
        let numbers = inquiries.sessions.lines?.first?.split(separator: " ").map(String.init) ?? []
        guard numbers.count > 1 else { return }
        let properties = "--property=Id,Type,Class,State,Desktop"
        let output = Inquiry(["loginctl", "show-session", properties] + numbers).end?.output ?? ""
        let graphical = output.split(separator: "\n\n").compactMap { session -> String? in
            let pairs = session.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
            func value(_ name: String) -> Substring? { pairs.first { $0.count == 2 && $0[0] == name }?[1] }
            guard ["x11", "wayland"].contains(value("Type")), value("Class") == "user", value("State") != "closing"
            else { return nil }
            return "\(value("Id") ?? ""): \(value("Desktop") ?? value("Type") ?? "")"
        }
        guard graphical.count > 1 else { return }
        let shown = Self.displays(managerVariables ?? []).joined(separator: ", ")
        findings.add(
            .hint, "sessions",
            "you are logged in \(graphical.count) times (\(graphical.joined(separator: ", "))), and questions appear only at \(shown.isEmpty ? "one display" : shown)",
            remedy: "log out of one of them")
    }

    /// Checks notify-send, and the service that shows what it sends.
    private mutating func checkNotifications() {
        if ProgramSearch.find("notify-send", in: environment) == nil {
            findings.add(
                .hint, "notifications", "notify-send is not found, so nothing shows why a click failed",
                remedy: "apt install libnotify-bin")
        } else if let end = inquiries.notifications?.end, end.status != 0, SessionInquiries.busAnswers {
            findings.add(
                .hint, "notifications", "no notification service answers, so nothing shows why a click failed",
                remedy: "start one in the session, such as mako, dunst or the one of the desktop")
        }
    }

    /// Checks the portal. If a portal is installed, Chromium and sandboxed apps open URLs only through the portal.
    private mutating func checkPortal() {
        guard let end = inquiries.portal?.end, end.status != 0,
            Inquiry(SessionInquiries.busctl + ["status", SessionInquiries.portalName]).lines != nil
        else { return }
        findings.add(
            .fault, "portal",
            "was started without a display, so it loses every URL that Chromium and sandboxed apps open",
            remedy: "\(SessionVariables.importCommand); systemctl --user restart xdg-desktop-portal")
    }
}
