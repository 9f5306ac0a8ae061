import Foundation
import QueryCoding
import Testing

/// `xcallback doctor`: each trap of a desktop is planted, found, and gone after what the finding says.
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
        try install()
    }

    private func xcallback(_ arguments: [String], _ variables: [String: String?] = [:]) throws -> Ended {
        var environment = sandbox.environment.merging(display.variables) { $1 }
        environment["PATH"] = "\(sandbox.path)/programs:\(environment["PATH"] ?? "")"
        for (name, value) in variables { environment[name] = value }
        return try run("\(Products.folder)/xcallback", arguments, environment)
    }

    private func install(_ options: String..., variables: [String: String?] = [:]) throws {
        let ended = try xcallback(["install"] + options, variables)
        try #require(ended.status == 0, "\(ended)")
    }

    /// What it finds, without the round trip.
    private func doctor(_ variables: [String: String?] = [:]) throws -> Ended {
        try xcallback(["doctor", "--no-round-trip"], variables)
    }

    private var entry: String { "\(sandbox.path)/data/applications/xcallback-hello.desktop" }

    private func expectGreen(_ variables: [String: String?] = [:]) throws {
        let ended = try doctor(variables)
        #expect(ended.status == 0 && !ended.output.contains("FAULT"), "\(ended.output)")
    }

    @Test func `a locker that does not tell logind is named, and so is a screen that logind takes as locked`() throws {
        try sandbox.write("#!/bin/sh\n", to: "programs/swaylock", executable: true)
        try sandbox.program("case \"$*\" in *LockedHint) echo 'b true';; *) exit 1;; esac", to: "programs/busctl")
        let found = try doctor().output
        #expect(
            found.contains("hint   screen            logind says that the screen is locked, so questions wait "),
            "\(found)")
        #expect(found.contains("hint   screen            swaylock does not tell logind "), "\(found)")
        #expect(found.contains("SetLockedHint b $1; }; h true; swaylock; h false'\n"), "\(found)")
        #expect(try !doctor(["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"]).output.contains("swaylock"))
    }

    @Test func `an app that took a scheme is named, and install --force takes it back`() throws {
        try sandbox.registerApp(scheme: "hello", "#!/bin/sh\n")
        let red = try doctor()
        #expect(red.status == 1)
        #expect(
            red.output.contains(
                "FAULT  scheme hello      hello took the scheme (hello.desktop, the default in "
                    + "\(sandbox.path)/config/mimeapps.list:"), "\(red.output)")
        try install("--force")
        try expectGreen()
    }

    @Test func `the list of one desktop wins over the list of all`() throws {
        let gnome = ["XDG_CURRENT_DESKTOP": "GNOME"]
        try sandbox.registerApp(scheme: "hello", "#!/bin/sh\n")
        try install("--force")
        try sandbox.write(
            "[Default Applications]\nx-scheme-handler/hello=hello.desktop\n", to: "config/gnome-mimeapps.list")
        try expectGreen()
        let red = try doctor(gnome)
        #expect(red.output.contains("hello took the scheme (hello.desktop, the default in "), "\(red.output)")
        #expect(red.output.contains("/gnome-mimeapps.list:2)"))
        try install("--force", variables: gnome)
        try expectGreen(gnome)
    }

    @Test func `a default whose entry is gone opens nothing`() throws {
        try FileManager.default.removeItem(atPath: entry)
        let red = try doctor()
        #expect(
            red.status == 1 && red.output.contains("FAULT  scheme hello      no app opens the scheme"), "\(red.output)")
        try install()
        try expectGreen()
    }

    @Test(arguments: [
        (" %u", ""),  // the URL is missing for GIO
        ("-- %u", "--url=%u"),  // no word of its own
        ("%u", "\"%u\""),  // xdg-open does not know quotes
        ("Exec=", "Exec=env "),
        ("--from desktop ", ""),  // a click would be a script of the user's
        ("%u", "%f"),  // GIO takes it for files alone
    ])
    func `an Exec line that was changed loses the URL`(old: String, new: String) throws {
        let text = try String(contentsOfFile: entry, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("Exec=") ? String(line).replacing(old, with: new) : String(line)
        }
        try sandbox.write(lines.joined(separator: "\n"), to: entry)
        let red = try doctor()
        #expect(red.status == 1 && red.output.contains("FAULT  scheme hello"), "\(red.output)")
        #expect(red.output.contains("\(entry) was changed: it starts "), "\(red.output)")
        try install()
        try expectGreen()
    }

    @Test(arguments: [
        ("zenity", "FAULT  question          neither zenity nor kdialog is found"),
        ("notify-send", "hint   notifications     notify-send is not found"),
        ("xdg-open", "FAULT  opener            'xdg-open' is not found"),
        ("update-desktop-database", "FAULT  registration      'update-desktop-database' is not found"),
    ])
    func `a program that is missing is named`(missing: String, line: String) throws {
        let folder = "\(sandbox.path)/some"
        try sandbox.makeFolder(folder)
        let needed = ["zenity", "notify-send", "xdg-open", "update-desktop-database"]
        let environment = ["PATH": "\(sandbox.path)/programs:\(sandbox.environment["PATH"] ?? "")"]
        for program in needed {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(program)", withDestinationPath: find(program, environment))
        }
        try expectGreen(["PATH": folder])
        try FileManager.default.removeItem(atPath: "\(folder)/\(missing)")
        let red = try doctor(["PATH": folder])
        #expect(red.output.contains(line) && red.output.contains("→ apt install "), "\(red.output)")
        #expect(red.status == (line.hasPrefix("FAULT") ? 1 : 0))
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

    @Test(arguments: [".mozilla/firefox", "snap/firefox/common/.mozilla/firefox"])
    func `an app that Firefox remembers for a scheme is named until Firefox asks again`(folder: String) throws {
        let file = "home/\(folder)/x.default/handlers.json"
        func remember(_ app: String, asking: Bool = false) throws {
            let choice = "{\"action\":2,\"handlers\":[\(app)]\(asking ? ",\"ask\":true" : "")}"
            try sandbox.write("{\"schemes\":{\"hello\":\(choice),\"mailto\":{\"action\":4}}}", to: file)
        }
        let (program, site) = (
            "{\"name\":\"Sh\",\"path\":\"/bin/sh\"}", "{\"name\":\"W\",\"uriTemplate\":\"https://w.example/%s\"}"
        )
        for (app, name) in [(program, "/bin/sh"), (site, "https://w.example/%s")] {
            try remember(app)
            let red = try doctor()
            #expect(
                red.output.contains(
                    "hint   firefox           opens the links of hello with \(name) (\(sandbox.path)/\(file))\n"),
                "\(red.output)")
            #expect(
                red.output.contains("→ in Firefox, choose 'Always ask' for hello in Settings, General, Applications\n"))
            // Firefox keeps the app in its list, and asks each time.
            try remember(app, asking: true)
            #expect(try !doctor().output.contains("hint   firefox"))
        }
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
        let remedy = try #require(red.output.firstMatch(of: /→ (busctl .* Delete .*)/)?.output.1)
        let ended = try run("/bin/sh", ["-c", String(remedy)], sandbox.environment.merging(bus.environment) { $1 })
        #expect(ended.status == 0, "\(ended)")
        #expect(try !doctor(variables).output.contains("hint   portal"))
    }

    @Test func `another entry for a scheme, and WSL, are named`() throws {
        try sandbox.write(
            "[Desktop Entry]\nType=Application\nName=Rival\nExec=/bin/sh %u\nMimeType=x-scheme-handler/hello;\n",
            to: "data/applications/rival.desktop")
        try sandbox.write("#!/bin/sh\necho 6.6.36.3-microsoft-standard-WSL2\n", to: "programs/uname", executable: true)
        let ended = try doctor()
        #expect(ended.status == 0)
        #expect(
            ended.output.contains("hint   scheme hello      rival.desktop can open its links too\n"), "\(ended.output)")
        #expect(
            ended.output.contains("hint   opener            in WSL, xdg-open may hand URLs to explorer.exe"),
            "\(ended.output)")
    }

    @Test func `on Plasma it names the schemes that the chooser leaves out, until menus show their entries`() throws {
        let plasma = ["XDG_CURRENT_DESKTOP": "KDE"]
        let hint = "hint   chooser           Plasma's 'Choose Application' does not offer xcallback for hello"
        func isVisible() throws -> Bool {
            try sandbox.contents("data/applications/xcallback-hello.desktop").contains("\nNoDisplay=false\n")
        }
        #expect(try doctor(plasma).output.contains(hint) && !doctor().output.contains(hint))
        try install("--visible")
        #expect(try isVisible() && !doctor(plasma).output.contains(hint))
        // Also the installation of 'new' and of the next version keeps the choice.
        try install()
        #expect(try isVisible())
        try install("--no-visible")
        #expect(try !isVisible() && doctor(plasma).output.contains(hint))
    }

    @Test func `on GNOME it says that an app may stay behind after a question`() throws {
        let gnome = ["XDG_CURRENT_DESKTOP": "ubuntu:GNOME", "WAYLAND_DISPLAY": "wayland-0"]
        let hint = "hint   focus             after a question, GNOME leaves the window of an app"
        #expect(try !doctor(gnome).output.contains(hint), "no route asks")
        try sandbox.routes("schemes: [hello]\nroutes: [{name: a, path: /a, run: [\"true\"]}]\n", "hello")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        #expect(try doctor(gnome).output.contains(hint))
        for other in [["XDG_CURRENT_DESKTOP": "GNOME"], gnome.merging(["XDG_CURRENT_DESKTOP": "KDE"]) { $1 }] {
            #expect(try !doctor(other).output.contains(hint), "\(other)")
        }
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
            #expect(lines.last?.contains("got lost on the desktop: \(hint)") == true, "\(red.output)")
        }
        withExtendedLifetime(losing) {}
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
        let remedy = masked.output.split(separator: finding).last?.prefix { $0 != "\n" } ?? ""
        let end = try perform([
            "sh", "-c", String(remedy).replacing("xcallback install", with: "\(xcallback) install --force"),
        ])
        #expect(end.status == 0, "\(end)")
        let after = try perform([xcallback, "doctor", "--no-round-trip"])
        #expect(after.status == 0 && !after.output.contains("FAULT"), "\(after.output)")
    }

    @Test(arguments: [
        ("%u", 0, "ok     app of other      other (other.desktop, the default in "),
        ("--url=%u", 1, "FAULT  app of other      other would not get the URL as one argument; its command is "),
        ("\"%u\"", 1, "FAULT  app of other      other would not get the URL as one argument; its command is "),
        ("", 0, "hint   app of other      with gio, other would not get the URL as one argument"),
    ])
    func `the app of another scheme must get the URL as one word`(code: String, status: Int32, line: String) throws {
        let program = "\(sandbox.path)/programs/zenity"
        try sandbox.registerApp(scheme: "other", exec: "\(program) \(code)")
        let ended = try xcallback(["doctor", "--no-round-trip", "other"])
        #expect(ended.status == status && ended.output.contains(line), "\(ended.output)")
        try sandbox.registerApp(scheme: "other", exec: "\(program) %u")
        let green = try xcallback(["doctor", "--no-round-trip", "other"])
        #expect(green.status == 0 && !green.output.contains("hint   app of"), "\(green.output)")
    }

    @Test func `an app that is missing or quoted is named`() throws {
        #expect(
            try xcallback(["doctor", "--no-round-trip", "other"]).output.contains(
                "FAULT  app of other      no app is found"))
        try sandbox.registerApp(scheme: "other", exec: "\"\(sandbox.path)/programs/zenity\" %u")
        let quoted = try xcallback(["doctor", "--no-round-trip", "other"])
        #expect(
            quoted.status == 1 && quoted.output.contains("FAULT  app of other      no app is found"), "\(quoted.output)"
        )
        // GIO reads the quotes. Its program only has to be there.
        try sandbox.write("#!/bin/sh\n", to: "programs/gio", executable: true)
        let gnome = try xcallback(["doctor", "--no-round-trip", "other"], ["XDG_CURRENT_DESKTOP": "GNOME"])
        #expect(gnome.output.contains("hint   app of other      xdg-open does not find the app"), "\(gnome.output)")
        #expect(try xcallback(["doctor", "7up"]).status == 64)
    }
}
