import Foundation
import QueryCoding
import Testing

/// The app that asks, as a real user manager names it.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(2)))
struct AskingAppTests {
    @Test func `the unit of the client names the app that asks`() throws {
        let sandbox = try Sandbox(
            """
            schemes: [notes]
            desktop: allow
            routes:
              - {name: create, path: /create, from-app: [firefox-esr], run: ["true"]}
              - {name: other, path: /create, from-app: [google-chrome], run: ["true"]}
            """, as: "notes")
        let session = try UserSession(sandbox)
        let xcallback = "\(Products.folder)/xcallback"
        try #require(session.perform([xcallback, "install"]).status == 0)
        var count = 0
        func click(in unit: String, by programs: [String] = []) throws -> QueryValue {
            count += 1
            let url = "notes:///create?click=\(count)"
            // As a browser starts it: in the unit of the browser.
            let scope = ["systemd-run", "--user", "--scope", "--quiet", "--unit=\(unit)"]
            let apps = programs.flatMap { [$0, "-c", "\"$@\"; :", $0] }
            let ended = try session.perform(scope + apps + [xcallback, "open", "--from", "desktop", "--", url])
            #expect(ended.status == 0, "\(ended)")
            var line: QueryValue = .null
            try wait(for: "the request") {
                let shown = try session.perform([xcallback, "history", "--limit", "1", "--json"])
                line = try shown.output.isEmpty ? .null : shown.json
                return line["outcome"] != nil && line["url"]?.string == url
            }
            let id = try #require(line["id"]?.string)
            return try session.perform([xcallback, "history", "show", id, "--json"]).json
        }
        let own = try click(in: #"app-gnome-firefox\x2desr-1234.scope"#)
        #expect(own["outcome"] == "success" && own["route"] == "notes.create", "\(own.json)")
        #expect(own["peer"]?["app"] == "firefox-esr")
        #expect(own["peer"]?["program"] == .string(xcallback))
        let chrome = try click(in: #"app-gnome-google\x2dchrome-77.scope"#)
        #expect(chrome["outcome"] == "success" && chrome["route"] == "notes.other", "\(chrome.json)")
        let other = try click(in: "app-flatpak-org.chromium.Chromium-7.scope")
        #expect(other["error"]?["code"] == 403)
        #expect(other["peer"]?["app"] == "org.chromium.Chromium")
        let unknown = try click(in: "click-9.scope")
        #expect(unknown["error"]?["code"] == 403)
        #expect(unknown["peer"]?["app"] == nil)
        // Each app is a shell with another name.
        let shell = URL(filePath: "/bin/sh").resolvingSymlinksInPath().path
        let (firefox, konsole) = ("\(sandbox.path)/firefox-esr/firefox", "\(sandbox.path)/konsole/konsole")
        for app in [firefox, konsole] {
            try sandbox.makeFolder(URL(filePath: app).deletingLastPathComponent().path)
            try FileManager.default.copyItem(atPath: shell, toPath: app)
        }
        let clicked = try click(in: "app-org.kde.konsole-1.scope", by: [konsole, "/bin/sh"])
        #expect(clicked["peer"]?["app"] == "org.kde.konsole")
        let typed = try click(in: "app-org.kde.konsole-2.scope", by: [konsole, "/bin/sh", firefox, "/bin/sh"])
        #expect(typed["error"]?["code"] == 403)
        #expect(typed["peer"]?["app"] == nil, "the browser is not the terminal: \(typed.json)")
    }

    /// Shows a page of a server on this machine in Chromium, which runs in a unit as GNOME names it.
    private static let browser = """
        import functools, http.server, subprocess, sys, threading
        folder, policy = sys.argv[1:]
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_port}"
        subprocess.run(["sh", "-ec", '''
            mount --make-rprivate /
            mkdir -p /etc/chromium
            mount -t tmpfs tmpfs /etc/chromium
            mkdir -p /etc/chromium/policies/managed
            printf %s "$2" > /etc/chromium/policies/managed/test.json
            exec systemd-run --user --scope --quiet --unit=app-gnome-chromium-77.scope chromium --headless=new \\
                --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --user-data-dir="$3/profile" "$1/page.html"
            ''', "sh", origin, policy.replace("ORIGIN", origin), folder])
        """

    @Test(.needs(programs: "chromium", "python3", "xdg-open"))
    func `a link in a real Chromium gets the route for Chromium`() throws {
        let sandbox = try Sandbox(
            """
            schemes: [notes]
            desktop: allow
            routes:
              - {name: rest, path: /create, run: ["true"]}
              - {name: chromium, path: /create, from-app: [chromium], run: ["true"]}
            """, as: "notes")
        try sandbox.write("<script>location = 'notes:///create'</script>", to: "page.html")
        let session = try UserSession(sandbox)
        let xcallback = "\(Products.folder)/xcallback"
        try #require(session.perform([xcallback, "install"]).status == 0)
        let policy = try Chromium.policy(opening: "notes", from: "ORIGIN")
        let words = session.entering(["unshare", "--mount", "python3", "-c", Self.browser, sandbox.path, policy])
        var environment = sandbox.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        let browser = try Child(find(words[0], environment), Array(words.dropFirst()), environment)
        try wait(for: "the click") {
            try session.perform([xcallback, "history", "--limit", "1", "--json"]).output.contains("\"outcome\"")
        }
        let shown = try session.perform([xcallback, "history", "show", "last", "--json"]).output
        #expect(shown.contains("\"route\":\"notes.chromium\"") && shown.contains("\"app\":\"chromium\""), "\(shown)")
        kill(browser.pid, SIGKILL)
    }
}
