import Glibc
import QueryCoding
import RequestRecord
import Testing

/// Web links that the desktop hands to us, and the browsers that the routes name.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(2)))
struct WebLinkTests {
    private let sandbox: Sandbox
    /// The arguments of each start of Firefox, a stand-in.
    private let firefox: NamedPipe

    init() throws {
        sandbox = try Recipe.sandbox(["web"])
        let work = try Recipe.sample("yaml", with: "domains: [work.example")
        try sandbox.routes(
            work.replacing("[xcallback,", with: "[\"\(Products.folder)/xcallback\",") + "\n", "web-work")
        firefox = try NamedPipe("\(sandbox.path)/firefox.pipe")
        try sandbox.program(
            "printf '%s|' \"$XCALLBACK_DOOR\" \"$@\" > '\(firefox.path)'\necho > '\(firefox.path)'", to: "bin/firefox")
        // As the page says.
        let entry = try Recipe.sample("text", with: "[Desktop Entry]")
        try sandbox.write(
            entry.replacing("/usr/bin/xcallback", with: "\(Products.folder)/xcallback"),
            to: "data/applications/xcallback-web.desktop")
        try run("update-desktop-database", ["\(sandbox.path)/data/applications"], sandbox.environment)
        let command = try Recipe.sample("text", with: "xdg-mime default xcallback-web")
        try run("/bin/sh", ["-ec", command], sandbox.environment).succeeded()
    }

    private func click(_ url: String) throws {
        let ended = try run("xdg-open", [url], sandbox.environment)
        #expect(ended.status == 0, "\(ended)")
    }

    @Test func `a link to a domain of work opens in the browser for work`() throws {
        let daemon = try RunningDaemon(sandbox)
        let url = "https://Wiki.Work.example/a%20b?c=$HOME&d=$$(id)%24#e"
        try click(url)
        #expect(firefox.line() == "desktop|-P|work|--new-tab|\(url)|")
        try wait(for: "its row") { try daemon.history().count == 1 }
        #expect(try daemon.xcallback(["explain", url]).output.hasSuffix("\nclick       runs it unasked\n"))
    }

    @Test func `a link that a route opens goes through us to its browser, and not around`() throws {
        try sandbox.routes(
            "schemes: [find]\nroutes: [{name: wiki, path: /wiki, input: {q: line}, open: \"https://wiki.work.example/?q=$q\"}]\n",
            "find")
        let daemon = try RunningDaemon(sandbox)
        #expect(try daemon.reply(to: "find:///wiki?q=a%26b")["outcome"] == "success")
        #expect(firefox.line() == "desktop|-P|work|--new-tab|https://wiki.work.example/?q=a%26b|")
        try wait(for: "both requests") { try daemon.history().filter { $0["outcome"] != nil }.count == 2 }
    }

    @Test func `a route that hands the link to the desktop again is stopped`() throws {
        try sandbox.routes(
            "domains: any\ndesktop: allow\nroutes: [{name: r, path: [/, \"/**\"], run: [xdg-open, \"${x-url}\"]}]\n",
            "web")
        let daemon = try RunningDaemon(sandbox)
        try click("https://example.org/")
        try wait(for: "the end of the loop") {
            try daemon.history().contains { $0["error"]?["code"] == 508 }
        }
        #expect(try daemon.history().count <= 10)
    }

    @Test(.needs(lack(of: ["chromium", "python3"]) ?? (geteuid() == 0 ? nil : "needs root")))
    func `any other link opens in a real Chromium`() throws {
        try sandbox.program(
            """
            exec \(find("chromium", sandbox.environment)) --headless=new --no-sandbox --disable-gpu --no-first-run \\
                --disable-dev-shm-usage --user-data-dir='\(sandbox.path)/profile' --dump-dom "$@"
            """, to: "bin/chromium")
        try sandbox.makeFolder("web")
        let python = ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
        let (server, port) = try Chromium.start(
            python + ["--directory", "\(sandbox.path)/web"], /port (\d+)/, "server", sandbox)
        let daemon = try RunningDaemon(sandbox)
        try click("http://web.localhost:\(port)/a%20b?c='d'&e=$HOME")
        let line = #""GET /a%20b?c=%27d%27&e=$HOME HTTP/1.1""#
        try wait(for: "the browser") { try sandbox.contents("server").contains(line) }
        #expect(try daemon.history().count == 1)
        withExtendedLifetime(server) {}
    }

    @Test(.needs(UserSession.absence))
    func `the browser outlives the unit of the click that started it`() throws {
        let pid = try NamedPipe("\(sandbox.path)/pid")
        try sandbox.program(
            "printf '%s|%s|%s\\n' \"$XCALLBACK_DOOR\" \"$DISPLAY\" \"$1\" > '\(pid.path)'\nexec sleep 600",
            to: "bin/chromium")
        try sandbox.settings("environment: [PATH]\n")
        try sandbox.routes(
            Recipe.text("web", home: "/").replacing(", chromium,", with: ", \(sandbox.path)/bin/chromium,"), "web")
        let service = try InstalledService(sandbox)
        let url = "https://example.org/$$a/$HOME/%25s"
        #expect(try service.exchange(url, .desktop)["outcome"] == "success")
        #expect(pid.line() == "desktop|:5005|\(url)")
        // The command has ended, and with it its unit.
        let units = try service.session.perform(["systemctl", "--user", "list-units", "--no-legend", "run-*.service"])
        #expect(units.output.contains("active running"), "\(units)")
    }
}
