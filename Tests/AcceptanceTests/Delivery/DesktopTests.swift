import DispatcherScenarios
import Foundation
import QueryCoding
import TestSupport
import Testing

/// The main job where it is installed: a URL that is reported as opened reaches its app on each desktop, by the opener of
/// that desktop, even if the app is slow to start.
@Suite(.timeLimit(.minutes(5)))
struct DesktopTests {
    /// The desktops that can be tried here.
    private static let desktops = Desktop.allCases.filter { $0.absence == nil }
    /// The other desktops, each with the reason.
    private static let absent = Desktop.allCases.compactMap { desktop in desktop.absence.map { "\(desktop): \($0)" } }

    @Test(.enabled(if: absent.isEmpty, "\(absent.joined(separator: "; ")): NOT TESTED"))
    func `every desktop can be tried here`() { #expect(Self.desktops == Desktop.allCases) }

    /// Expects that a number of callbacks, links and answers to calls arrive, and as many as are reported.
    private func expectArrivals(of count: Int, on desk: DesktopSession) throws {
        let numbers = 1...count
        let callbacks = try desk.send(numbers.map { "note:///make?text=\($0)&x-success=otherapp%3A%2F%2Fdone" })
        #expect(callbacks.output.matches(of: /"state":"opened"/).count == count, "\(callbacks)")
        #expect(desk.arrivals(count) == numbers.map { "otherapp://done?result=<\($0)>" }.sorted(), "\(desk.history)")

        let opens = try desk.send(numbers.map { "note:///show?n=\($0)" })
        #expect(opens.output.matches(of: /"outcome":"success"/).count == count, "\(opens)")
        #expect(desk.arrivals(count) == numbers.map { "otherapp://shown?n=\($0)" }.sorted(), "\(desk.history)")

        let calls = try desk.perform("for n in $(seq \(count)); do xcallback call asked://do --get text & done; wait")
        #expect(calls.output == String(repeating: "Hello Wörld\n", count: count), "\(calls)")
    }

    @Test(arguments: desktops)
    func `callbacks, open routes, calls, clicks and web pages arrive`(desktop: Desktop) throws {
        let desk = try DesktopSession(desktop)
        try expectArrivals(of: 10, on: desk)

        // The second has the scheme of another program.
        for (link, text) in [("note:///make?text=a%20%2B%C3%A9", "a +é"), ("phpstorm:///make?text=b", "b")] {
            let clicked = try desk.perform("xdg-open '\(link)&x-success=otherapp%3A%2F%2Fdone'")
            #expect(clicked.status == 0, "\(clicked)")
            #expect(desk.arrivals(1) == ["otherapp://done?result=<\(text)>"])
        }

        let web = try desk.send(["note:///make?text=a%20b&x-success=http%3A%2F%2F127.0.0.1%3A9%2Fdone"])
        #expect(web.output.contains(#""state":"opened""#), "\(web)")
        #expect(desk.arrivals(1) == ["http://127.0.0.1:9/done?result=<a b>"])

        let doctor = try desk.perform("xcallback doctor")
        #expect(doctor.status == 0, "\(doctor)")
        try desk.expectNothingLeft()
    }

    /// The schemes whose links an opener changes or refuses: xdg-open 1.1 knows no scheme with a digit, and KDE writes an
    /// authority in lower case, and passes on no authority that is no host.
    private static let changed: [Desktop: Set<String>] = [.none: ["ed2k"], .kde5: ["ed2k", "rdp", "nxm"]]

    @Test(arguments: desktops.filter { [.none, .gnome, .kde5].contains($0) })
    func `links of other programs reach their routes through the opener`(desktop: Desktop) throws {
        let desk = try DesktopSession(desktop)
        let folder = "\(desk.sandbox.path)/values"
        try desk.sandbox.write(
            "#!/bin/sh\nmkdir -p '\(folder)'\nname=$1\nshift\nprintf '<%s>' \"$@\" > '\(folder)/.new-'$name\n"
                + "mv '\(folder)/.new-'$name '\(folder)/'$name\n",
            to: "print", executable: true)
        // The session's own file has phpstorm.
        let links = LinkCase.all.filter { $0.scheme != "phpstorm" }
        for one in links {
            let routes = one.routes(running: "\(desk.sandbox.path)/print, \(one.scheme)")
            try desk.sandbox.routes(routes, one.scheme.filter(\.isLetter))
        }
        let installed = try desk.perform("xcallback reload && xcallback install --no-check --force")
        try #require(installed.status == 0, "\(installed)")
        if let builder = desktop.cacheBuilder { _ = try desk.perform(builder) }
        for one in links where !(Self.changed[desktop]?.contains(one.scheme) ?? false) {
            _ = try desk.perform("xdg-open '\(one.link)'")
            try? wait(for: one.link) { FileManager.default.fileExists(atPath: "\(folder)/\(one.scheme)") }
            let values = (try? String(contentsOfFile: "\(folder)/\(one.scheme)", encoding: .utf8)) ?? ""
            #expect(values == one.expected, "\(one.link)")
        }
    }

    /// One desktop for each opener.
    private static let openers = desktops.filter { [.none, .gnome, .kde5, .kde6, .xfce, .lxqt].contains($0) }
    private static let languages = ["de_DE.UTF-8", "tr_TR.UTF-8", "C"]

    @Test(arguments: openers, languages)
    func `URLs arrive in each language, and without a user manager`(desktop: Desktop, language: String) async throws {
        try await atOnce([false, true]) { isManaged in
            try expectArrivals(of: 2, on: DesktopSession(desktop, language: language, isManaged: isManaged))
        }
    }

    @Test(arguments: desktops.filter { [.none, .gnome].contains($0) })
    func `an opener's unit ends with the opener, and nothing of ours ends the app`(desktop: Desktop) throws {
        let desk = try DesktopSession(desktop)
        let count = 50
        _ = try desk.send((1...count).map { "note:///make?text=\($0)&x-success=otherapp%3A%2F%2Fdone" })
        #expect(desk.arrivals(count).count == count)
        try desk.expectNothingLeft()

        try desk.sandbox.registerApp(
            scheme: "stays", "#!/bin/sh\necho $$ >> '\(desk.sandbox.path)/arrived'\nexec sleep 600\n")
        _ = try desk.send((1...3).map { "note:///make?text=\($0)&x-success=stays%3A%2F%2Fdone" })
        let apps = desk.arrivals(3)
        try #require(apps.count == 3)
        try wait(for: "the end of systemd-run") { try desk.perform("pgrep -x systemd-run").status == 1 }
        #expect(try desk.perform("systemctl --user stop xcallbackd.service").status == 0)
        #expect(try desk.perform("\(Products.folder)/xcallback uninstall").status == 0)
        for app in apps {
            let group = try desk.perform("cat /proc/\(app)/cgroup").output
            #expect(group.contains("/app.slice/app-xcallback-stays@"), "\(group)")
        }
        let killed = try desk.perform("kill \(apps.joined(separator: " "))")
        #expect(killed.status == 0, "\(killed)")
    }

    @Test(.needs(Desktop.unknownKDE6Absence))
    func `a session of KDE 6 in which xdg-open opens nothing is named, and no callback counts as opened`() throws {
        let desk = try DesktopSession(.kde6)
        let reason = "xdg-open before 1.2 opens nothing in a session of KDE 6"
        for url in ["note:///make?text=1&x-success=otherapp%3A%2F%2Fdone", "note:///show?n=1"] {
            let sent = try desk.send([url])
            #expect(sent.output.contains(reason) && !sent.output.contains(#""state":"opened""#), "\(sent)")
        }
        let doctor = try desk.perform("xcallback doctor")
        #expect(doctor.status == 1 && doctor.output.contains("FAULT  opener            \(reason)"), "\(doctor)")
        #expect(desk.arrived.isEmpty)
    }
}
