import Foundation
import QueryCoding
import Testing

/// `xcallback doctor`, beside what its transcripts show: traps of a display, a bus and a user manager are planted, found, and
/// gone after what the finding says.
@Suite(.needs(programs: "xdg-open", "update-desktop-database", "Xvfb"), .timeLimit(.minutes(1)))
struct DoctorTrapTests {
    private let sandbox: Sandbox
    private let display: VirtualDisplay
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Sandbox()
        display = try VirtualDisplay(sandbox)
        try sandbox.routes(
            "schemes: [hello]\nroutes: [{name: a, path: /a, desktop: allow, run: [\"true\"]}]\n", "hello")
        // Programs that only have to be there.
        for program in ["zenity", "notify-send"] {
            try sandbox.write("#!/bin/sh\n", to: "programs/\(program)", executable: true)
        }
        daemon = try RunningDaemon(sandbox, environment: display.variables)
        try #require(xcallback(["install"]).status == 0)
    }

    private func xcallback(_ arguments: [String], _ variables: [String: String?] = [:]) throws -> Ended {
        var environment = sandbox.environment.merging(display.variables) { $1 }
        environment["PATH"] = "\(sandbox.path)/programs:\(environment["PATH"] ?? "")"
        for (name, value) in variables { environment[name] = value }
        return try run("\(Products.folder)/xcallback", arguments, environment)
    }

    /// What it finds, without the round trip.
    private func doctor(_ variables: [String: String?] = [:]) throws -> Ended {
        try xcallback(["doctor", "--no-round-trip"], variables)
    }

    private func expectGreen(_ variables: [String: String?] = [:]) throws {
        let ended = try doctor(variables)
        #expect(ended.status == 0 && !ended.output.contains("FAULT"), "\(ended.output)")
    }

    @Test func `a daemon without a display asks nothing`() throws {
        #expect(try doctor().output.contains("ok     question          zenity\n"))
        #expect(daemon.stop() == 0)
        let blind = try RunningDaemon(sandbox, environment: ["DISPLAY": ""])
        let red = try doctor()
        #expect(red.status == 1 && !red.output.contains("ok     question"), "\(red.output)")
        #expect(
            red.output.contains(
                "FAULT  question          the daemon has no display for zenity, so requests that need a question are refused\n"
                    + "       → start xcallbackd in the desktop session\n"), "\(red.output)")
        #expect(blind.stop() == 0)
        // The display of a session that has ended.
        let left = try RunningDaemon(sandbox, environment: ["DISPLAY": Sandbox.absentDisplay])
        let gone = try doctor()
        #expect(
            gone.output.contains(
                "FAULT  question          zenity cannot appear at DISPLAY=\(Sandbox.absentDisplay), where nothing answers"
            ),
            "\(gone.output)")
        withExtendedLifetime(left) {}
    }

    @Test(.needs(SessionBus.portalAbsence))
    func `the portal remembers another app for a scheme, until the finding's command`() throws {
        let bus = try SessionBus(withPortalOf: sandbox, display: display.name)
        let variables = bus.environment.mapValues { $0 as String? }
        let store = "org.freedesktop.impl.portal.PermissionStore"
        func remember(_ app: String, _ count: Int) throws {
            let words = [
                "--user", "call", store, "/org/freedesktop/impl/portal/PermissionStore", store, "SetPermission",
                "sbssas",
                "desktop-used-apps", "true", "x-scheme-handler/hello", "org.example.Chat", "3", app, "\(count)", "3",
            ]
            let ended = try run(
                find("busctl", sandbox.environment), words, sandbox.environment.merging(bus.environment) { $1 })
            try #require(ended.status == 0, "\(ended)")
        }
        try remember("old-app", 2)
        #expect(try !doctor(variables).output.contains("hint   portal"))
        try remember("xcallback-hello", 3)
        #expect(try !doctor(variables).output.contains("hint   portal"))
        try remember("old-app", 3)
        let red = try doctor(variables)
        #expect(
            red.output.contains(
                "hint   portal            opens the links of hello with old-app for org.example.Chat, chosen 3 times\n"
            ),
            "\(red.output)")
        #expect(red.output.contains(" chosen 3 times\n       → xcallback install --force\n"), "\(red.output)")
        // Without --force, the choice stays.
        #expect(try xcallback(["install"], variables).output.contains("hint   portal"))
        let ended = try xcallback(["install", "--force", "--verbose"], variables)
        #expect(
            ended.output.contains("hello: the portal does not open another app unasked any more\n"),
            "\(ended)")
        #expect(try !doctor(variables).output.contains("hint   portal"))
    }

    @Test func `a lost round trip refers to the faults above only if there are any`() throws {
        #expect(daemon.stop() == 0)
        try sandbox.write("#!/bin/sh\n", to: "programs/xdg-open", executable: true)
        let path = "\(sandbox.path)/programs:\(sandbox.environment["PATH"] ?? "")"
        let losing = try RunningDaemon(sandbox, environment: display.variables.merging(["PATH": path]) { $1 })
        for (variables, hint) in [
            ([:], "see xcallback history"), (["DISPLAY": nil], "see the faults above, and xcallback"),
        ]
            as [([String: String?], String)]
        {
            let red = try xcallback(["doctor"], variables)
            let lines = red.output.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("FAULT") } == (variables.isEmpty ? 1 : 2), "\(red.output)")
            #expect(lines.contains { $0.contains("got lost on the desktop: \(hint)") }, "\(red.output)")
        }
        withExtendedLifetime(losing) {}
    }

    @Test func `the round trip ends although update-desktop-database hangs, and leaves no entry`() throws {
        try sandbox.program("exec sleep 300", to: "programs/update-desktop-database")
        let output = try xcallback(["doctor"]).output
        #expect(output.contains(" round trip ") && !output.contains("was left out"), "\(output)")
        let entries = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/data/applications")
        #expect(entries.allSatisfy { !$0.contains("RoundTrip") }, "\(entries)")
    }

    @Test func `a session without the folder of the sockets has no daemon`() throws {
        let red = try doctor(["XDG_RUNTIME_DIR": nil])
        #expect(red.status == 1 && red.output.contains("FAULT  control socket"), "\(red.output)")
        #expect(red.output.contains("XDG_RUNTIME_DIR"), "\(red.output)")
    }

    @Test(.needs(SessionBus.portalAbsence))
    func `a portal that was started without a display loses URLs`() throws {
        let blind = try SessionBus(withPortalOf: sandbox, display: "")
        let red = try doctor(blind.environment.mapValues { $0 })
        #expect(red.status == 1 && red.output.contains("FAULT  portal"), "\(red.output)")
        let display = try VirtualDisplay(sandbox)
        let bus = try SessionBus(withPortalOf: sandbox, display: display.name)
        try expectGreen(bus.environment.mapValues { $0 })
    }

    @Test(.needs(SessionBus.absence))
    func `a session in which no service shows notifications is named`() throws {
        let hint = "hint   notifications     no notification service answers, so nothing shows why a click failed\n"
        let silent = try SessionBus(sandbox)
        let red = try doctor(silent.environment.mapValues { $0 })
        #expect(red.output.contains(hint), "\(red.output)")
        // The bus starts it.
        let service = try NotificationService(sandbox)
        let bus = try SessionBus(sandbox)
        // On a loaded machine, it may answer only after the time that doctor waits.
        try wait(for: "the service") { try !doctor(bus.environment.mapValues { $0 }).output.contains("notifications") }
        withExtendedLifetime(service) {}
    }

    @Test(.needs(UserSession.absence))
    func `a manager without a display, and a unit that ends what was opened, are named`() throws {
        #expect(daemon.stop() == 0)
        let session = try UserSession(sandbox, without: ["DISPLAY"])
        let path = "\(sandbox.path)/programs:\(sandbox.environment["PATH"] ?? "")"
        let variables = display.variables.merging(["PATH": path]) { $1 }
        func perform(_ command: [String]) throws -> Ended { try session.perform(command, variables) }
        let xcallback = "\(Products.folder)/xcallback"
        let installed = try perform([xcallback, "install", "--force"])
        try #require(installed.status == 0, "\(installed)")
        let settings = "config/systemd/user/xcallbackd.service.d/mine.conf"
        try sandbox.write("[Service]\nKillMode=control-group\n", to: settings)
        #expect(try perform(["systemctl", "--user", "daemon-reload"]).status == 0)
        let red = try perform([xcallback, "doctor", "--no-round-trip"])
        #expect(red.status == 1, "\(red)")
        #expect(red.output.contains("FAULT  user manager      has no display"), "\(red.output)")
        #expect(red.output.contains("FAULT  unit              xcallbackd.service does not have KillMode=process"))
        // What the findings say.
        #expect(try perform(["systemctl", "--user", "import-environment", "DISPLAY"]).status == 0)
        #expect(try perform(["systemctl", "--user", "revert", "xcallbackd.service"]).status == 0)
        let green = try perform([xcallback, "doctor", "--no-round-trip"])
        #expect(green.status == 0 && !green.output.contains("FAULT"), "\(green.output)")
        // The desktop of the last session.
        #expect(try perform(["systemctl", "--user", "set-environment", "XDG_CURRENT_DESKTOP=XFCE"]).status == 0)
        let other = try session.perform(
            [xcallback, "doctor", "--no-round-trip"], variables.merging(["XDG_CURRENT_DESKTOP": "GNOME"]) { $1 })
        #expect(
            other.output.contains(
                "hint   user manager      has XDG_CURRENT_DESKTOP=XFCE, but this session XDG_CURRENT_DESKTOP=GNOME"),
            "\(other.output)")
        #expect(try perform(["systemctl", "--user", "unset-environment", "XDG_CURRENT_DESKTOP"]).status == 0)
        // The display of another session of the user.
        #expect(try perform(["systemctl", "--user", "set-environment", "WAYLAND_DISPLAY=wayland-9"]).status == 0)
        let mixed = try perform([xcallback, "doctor", "--no-round-trip"]).output
        let mixture = "has WAYLAND_DISPLAY=wayland-9, but this session no WAYLAND_DISPLAY, so a question may appear"
        #expect(mixed.contains("hint   user manager      \(mixture) in another session\n"), "\(mixed)")
        let wayOut = try #require(mixed.firstMatch(of: /→ (systemctl --user unset-environment .*)/)?.output.1)
        #expect(try perform(["sh", "-c", String(wayOut)]).status == 0)
        #expect(try !perform([xcallback, "doctor", "--no-round-trip"]).output.contains(mixture))
        // A program that is gone, as a versioned folder, and a masked service.
        let program = "\(sandbox.path)/home/.local/bin/xcallbackd"
        #expect(rename(program, "\(program).old") == 0)
        let gone = try perform([xcallback, "doctor", "--no-round-trip"])
        #expect(
            gone.output.contains("FAULT  unit              \(program), which xcallbackd.service starts, is gone"),
            "\(gone.output)")
        #expect(rename("\(program).old", program) == 0)
        try sandbox.write("[Service]\nExecStart=\nExecStart=/gone/xcallbackd\n", to: settings)
        #expect(try perform(["systemctl", "--user", "daemon-reload"]).status == 0)
        let overridden = try perform([xcallback, "doctor", "--no-round-trip"])
        #expect(
            overridden.output.contains(
                "/gone/xcallbackd, which xcallbackd.service starts, is gone\n"
                    + "       → systemctl --user revert xcallbackd.service; xcallback install\n"),
            "\(overridden.output)")
        #expect(try perform(["systemctl", "--user", "revert", "xcallbackd.service"]).status == 0)
        // 'systemctl mask' does this to a unit in a folder of the system.
        let unit = "\(sandbox.path)/config/systemd/user/xcallbackd.service"
        #expect(try perform(["systemctl", "--user", "stop", "xcallbackd.service"]).status == 0)
        #expect(try perform(["ln", "-sf", "/dev/null", unit]).status == 0)
        #expect(try perform(["systemctl", "--user", "daemon-reload"]).status == 0)
        let client = try perform(["timeout", "5", xcallback, "send", "hello:///a"])
        #expect(client.status != 124 && client.status != 0, "\(client)")
        let masked = try perform([xcallback, "doctor", "--no-round-trip"])
        let finding = "FAULT  unit              xcallbackd.service is masked, so nothing starts the daemon\n       → "
        #expect(masked.output.contains(finding), "\(masked.output)")
        #expect(!masked.output.contains("FAULT  control socket") && !masked.output.contains(".socket "))
        let remedy = masked.output.split(separator: finding).last?.prefix { $0 != "\n" } ?? ""
        let end = try perform([
            "sh", "-c", String(remedy).replacing("xcallback install", with: "\(xcallback) install --force"),
        ])
        #expect(end.status == 0, "\(end)")
        let after = try perform([xcallback, "doctor", "--no-round-trip"])
        #expect(after.status == 0 && !after.output.contains("FAULT"), "\(after.output)")
    }

    @Test func `a user manager that hangs does not hold doctor`() throws {
        try sandbox.program("exec sleep 60", to: "programs/systemctl")
        let begun = ContinuousClock.now
        let red = try xcallback(["doctor"])
        // Five seconds, and the time of a loaded machine.
        #expect(ContinuousClock.now - begun < .seconds(15))
        #expect(
            red.status == 1 && red.output.contains("FAULT  user manager      does not answer, so it starts no daemon"),
            "\(red.output)")
        #expect(red.output.contains("ok     scheme hello      its links open with "), "\(red.output)")
        #expect(
            red.output.hasSuffix("hint   round trip        was left out, since a service of the session hangs\n"),
            "\(red.output)")
    }

    @Test func `the desktop's own answer is named if it is another one`() throws {
        let gnome = ["XDG_CURRENT_DESKTOP": "GNOME"]
        func script(_ entry: String) throws {
            let line = "Default application for “x-scheme-handler/hello”: \(entry)"
            try sandbox.program("echo '\(line)'", to: "programs/gio")
        }
        try script("rival.desktop")
        let red = try doctor(gnome)
        let answer =
            "'gio mime x-scheme-handler/hello' answers rival.desktop, and the desktop's files say that its links"
        #expect(red.output.contains("hint   scheme hello      \(answer) open here\n"), "\(red.output)")
        try script("xcallback-hello.desktop")
        #expect(try !doctor(gnome).output.contains(answer))
        // The real answers.
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/programs/gio")
        for variables in [gnome, [:]] {
            let green = try doctor(variables)
            #expect(!green.output.contains("' answers "), "\(green.output)")
        }
    }
}
