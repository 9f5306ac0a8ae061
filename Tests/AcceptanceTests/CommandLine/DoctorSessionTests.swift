import Foundation
import Testing

/// `xcallback doctor` where the session, a list of the desktop or an opener is not as it should be.
@Suite(.needs(programs: "xdg-open", "update-desktop-database", "Xvfb"), .timeLimit(.minutes(1)))
struct DoctorSessionTests {
    private let sandbox: Sandbox
    private let display: VirtualDisplay
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Sandbox()
        display = try VirtualDisplay(sandbox)
        try sandbox.routes(
            """
            schemes: [hello, quiet]
            routes:
              - {name: a, path: /a, desktop: allow, run: ["true"]}
            """, "hello")
        try sandbox.routes(
            "schemes: [silent]\nroutes: [{name: s, path: /s, desktop: never, run: [\"true\"]}]\n", "silent")
        // Programs that only have to be there.
        for program in ["zenity", "notify-send"] {
            try sandbox.write("#!/bin/sh\n", to: "programs/\(program)", executable: true)
        }
        daemon = try RunningDaemon(sandbox, environment: display.variables)
        try #require(xcallback(["install", "--no-check"]).status == 0)
    }

    /// A program that is found before the machine's.
    private func script(_ name: String, _ body: String) throws {
        try sandbox.write("#!/bin/sh\n\(body)\n", to: "programs/\(name)", executable: true)
    }

    private func xcallback(_ arguments: [String], _ variables: [String: String] = [:]) throws -> Ended {
        var environment = sandbox.environment.merging(display.variables) { $1 }
        environment["PATH"] = "\(sandbox.path)/programs:\(environment["PATH"] ?? "")"
        return try run("\(Products.folder)/xcallback", arguments, environment.merging(variables) { $1 })
    }

    private func doctor(_ schemes: String..., variables: [String: String] = [:]) throws -> Ended {
        try xcallback(["doctor", "--no-round-trip"] + schemes, variables)
    }

    @Test func `two sessions of one user are named until one ends`() throws {
        try script(
            "loginctl",
            """
            case $1 in
            show-user) echo 2 5 7;;
            show-session)
                printf 'Id=2\\nType=wayland\\nClass=user\\nState=online\\nDesktop=gnome\\n\\n'
                printf 'Id=5\\nType=x11\\nClass=user\\nState=%s\\nDesktop=xfce\\n\\n' "$(cat \(sandbox.path)/session-state)"
                printf 'Id=7\\nType=tty\\nClass=user\\nState=active\\nDesktop=\\n';;
            esac
            """)
        try sandbox.write("active\n", to: "session-state")
        let red = try doctor()
        #expect(
            red.output.contains(
                "hint   sessions          you are logged in 2 times (2: gnome, 5: xfce), and questions appear only at one display\n"
                    + "       → log out of one of them\n"), "\(red.output)")
        #expect(red.status == 0)
        try sandbox.write("closing\n", to: "session-state")
        #expect(try !doctor().output.contains("hint   sessions"))
    }

    @Test func `a user manager that hangs does not hold doctor`() throws {
        try script("systemctl", "exec sleep 60")
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

    @Test func `a scheme of a route is checked alone`() throws {
        let one = try doctor("hello")
        #expect(one.status == 0, "\(one.output)")
        #expect(one.output.contains("ok     scheme hello      its links open with "), "\(one.output)")
        #expect(one.output.hasSuffix("ok     routes of hello   a click reaches hello.a\n"), "\(one.output)")
        #expect(!one.output.contains("scheme xcallback") && !one.output.contains("scheme quiet"), "\(one.output)")
        // The round trip is about the answers of apps.
        #expect(try !xcallback(["doctor", "hello"]).output.contains("round trip"))
        let none = try doctor("silent")
        #expect(
            none.status == 0
                && none.output.contains(
                    "hint   routes of silent  no route answers a click: each has 'desktop: never'\n"),
            "\(none.output)")
        #expect(
            !none.output.contains("scheme silent"),
            "install registers no scheme that clicks may not use: \(none.output)")
        #expect(try doctor("hello", "other").output.contains("FAULT  app of other      no app is found"))
    }

    @Test func `an entry that is hidden or whose program is gone is no rival`() throws {
        func rival(_ name: String, _ lines: String) throws {
            try sandbox.write(
                "[Desktop Entry]\nType=Application\nName=R\nMimeType=x-scheme-handler/hello;\n\(lines)\n",
                to: "data/applications/\(name).desktop")
        }
        try rival("hidden", "Exec=/bin/sh %u\nHidden=true")
        try rival("gone", "Exec=/opt/gone/app %u")
        #expect(try !doctor().output.contains("can open its links too"))
        try rival("hidden", "Exec=/bin/sh %u\nHidden=false")
        #expect(try doctor().output.contains("hint   scheme hello      hidden.desktop can open its links too\n"))
    }

    @Test func `the desktop's own answer is named if it is another one`() throws {
        let gnome = ["XDG_CURRENT_DESKTOP": "GNOME"]
        try script("gio", "echo 'Default application for “x-scheme-handler/hello”: rival.desktop'")
        let red = try doctor(variables: gnome)
        let answer =
            "'gio mime x-scheme-handler/hello' answers rival.desktop, and the desktop's files say that its links"
        #expect(red.output.contains("hint   scheme hello      \(answer) open here\n"), "\(red.output)")
        try script("gio", "echo 'Default application for “x-scheme-handler/hello”: xcallback-hello.desktop'")
        #expect(try !doctor(variables: gnome).output.contains(answer))
        // The real answers.
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/programs/gio")
        for variables in [gnome, [:]] {
            let green = try doctor(variables: variables)
            #expect(!green.output.contains("' answers "), "\(green.output)")
        }
    }

    private func other(_ lines: String) throws {
        try sandbox.registerApp(scheme: "other", exec: "/bin/sh %u\n\(lines)")
    }

    static let terminals: [(String, [String: String], String?)] = [
        ("# x-terminal-emulator", ["TERMINAL": "no-terminal"], "xdg-open needs 'no-terminal', which is not found"),
        ("# x-terminal-emulator", ["TERMINAL": "/bin/sh -e"], nil),
        ("# 1.2 ignores the key", [:], "xdg-open starts the app without one"),
    ]

    @Test(arguments: terminals)
    func `an app that wants a terminal is named if the opener gives it none`(
        script: String, variables: [String: String], lack: String?
    ) throws {
        try self.script("xdg-open", script)
        try other("Terminal=true")
        let line = lack.map { "hint   app of other      other.desktop wants a terminal (Terminal=true): \($0)\n" }
        let red = try doctor("other", variables: variables)
        #expect(red.status == 0 && red.output.contains("wants a terminal") == (lack != nil), "\(red.output)")
        if let line { #expect(red.output.contains(line), "\(red.output)") }
        try other("Terminal=false")
        #expect(try !doctor("other", variables: variables).output.contains("wants a terminal"))
    }
}
