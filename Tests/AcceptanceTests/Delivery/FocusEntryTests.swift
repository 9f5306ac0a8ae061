import Testing

/// The activation token of a click, on its way into the daemon: by GLib's launch context, with which Firefox and the portal
/// start our entries, and by xdg-open with the variable, as Chromium starts it.
@Suite(.needs(SessionBus.absence), .needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(2)))
struct FocusEntryTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon
    /// The app that the routes of `show:` open.
    private let app: ReceivingApp
    /// What the command of `silent:` writes.
    private let silent: NamedPipe

    init() throws {
        sandbox = try Sandbox()
        silent = try NamedPipe("\(sandbox.path)/silent")
        try sandbox.routes(
            "schemes: [show]\nroutes: [{name: r, path: /r, desktop: allow, open: \"otherapp://shown\"}]", "show")
        try sandbox.routes(
            """
            schemes: [silent]
            routes:
              - name: r
                path: /r
                desktop: allow
                run: [sh, -c, 'echo "$$XDG_ACTIVATION_TOKEN|$$DESKTOP_STARTUP_ID" > \(silent.path)']
            """, "silent")
        app = try ReceivingApp(sandbox, scheme: "otherapp", tellsToken: true)
        daemon = try RunningDaemon(sandbox)
        let installed = try daemon.xcallback(["install"])
        try #require(installed.status == 0, "\(installed)")
    }

    /// Opens a URL as a program with windows does, and returns how often GLib has asked it for a token.
    private func launchByGLib(_ url: String) throws -> Int {
        let script = """
            import sys
            from gi.repository import Gio
            class Context(Gio.AppLaunchContext):
                def do_get_startup_notify_id(self, app, files):
                    print('asked')
                    return 'clicked'
            app = Gio.AppInfo.get_default_for_uri_scheme(sys.argv[1].split(':')[0])
            assert app.launch_uris([sys.argv[1]], Context())
            """
        let ended = try run(SessionBus.python, ["-c", script, url], sandbox.environment)
        try #require(ended.status == 0, "\(ended)")
        return ended.output.split(separator: "\n").count
    }

    @Test func `GLib hands a token to every scheme`() throws {
        #expect(try launchByGLib("show:///r") == 1)
        #expect(app.next() == "clicked|clicked|otherapp://shown")
        // Any click may name a callback that opens an app.
        #expect(try launchByGLib("silent:///r") == 1)
        #expect(silent.line() == "clicked|clicked")
    }

    @Test(arguments: ["show", "silent"]) func `a variable reaches us by xdg-open`(scheme: String) throws {
        let clicked = sandbox.environment.merging(["XDG_ACTIVATION_TOKEN": "clicked"]) { $1 }
        #expect(try run("xdg-open", ["\(scheme):///r"], clicked).status == 0)
        if scheme == "show" {
            #expect(app.next() == "clicked|clicked|otherapp://shown")
        } else {
            #expect(silent.line() == "clicked|clicked")
        }
    }

    @Test func `a script without a token gives none`() throws {
        #expect(try daemon.xcallback(["open", "show:///r"]).status == 0)
        #expect(app.next() == "||otherapp://shown")
    }

    @Test(.needs(SessionBus.portalAbsence))
    func `the portal hands over the token of the app that asks`() throws {
        let display = try VirtualDisplay(sandbox)
        let bus = try SessionBus(withPortalOf: sandbox, display: display.name)
        let environment = sandbox.environment.merging(bus.environment) { $1 }
        for (options, token) in [("{'activation_token': <'clicked'>}", "clicked"), ("{}", "")] {
            let name = ["--dest", "org.freedesktop.portal.Desktop", "--object-path", "/org/freedesktop/portal/desktop"]
            let method = ["--method", "org.freedesktop.portal.OpenURI.OpenURI", "", "show:///r", options]
            let asked = try run("gdbus", ["call", "--session"] + name + method, environment)
            #expect(asked.status == 0, "\(asked)")
            #expect(app.next() == "\(token)|\(token)|otherapp://shown")
        }
    }
}
