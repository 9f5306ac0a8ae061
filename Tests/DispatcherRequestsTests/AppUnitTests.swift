import DispatcherRequests
import Testing
import UnixSystem

struct AppUnitTests {
    static let units: [(String, String?)] = [
        ("app-gnome-firefox-1234.scope", "firefox"),
        ("app-gnome-org.gnome.Terminal-98765.scope", "org.gnome.Terminal"),
        (#"app-gnome-firefox\x2desr-1234.scope"#, "firefox-esr"),
        ("app-flatpak-org.mozilla.firefox-123.scope", "org.mozilla.firefox"),
        ("app-org.kde.konsole-4f5e6d.scope", "org.kde.konsole"),  // without a launcher
        ("app-org.kde.dolphin@4f5e6d7c.service", "org.kde.dolphin"),
        (#"app-google\x2dchrome@4f5e.service"#, "google-chrome"),
        ("app-gnome-org.gnome.Evolution@autostart.service", "org.gnome.Evolution"),
        ("app-org.kde.kate.service", "org.kde.kate"),  // the random part of a service may be missing
        (#"app-\xc3\xa9t\xc3\xa9-1.scope"#, "été"),
        ("app-xcallback-org.kde.dolphin@1f.service", "org.kde.dolphin"),  // we opened it
        (#"app-gnome-xcallback\x2dnotes-12.scope"#, nil),  // our entry, which was clicked
        ("app-xcallback@1f.service", nil),
        ("app-firefox.scope", nil),  // a scope has a random part
        ("app-a-b-c-1.scope", nil),  // not the form
        ("app-gnome--1.scope", nil),
        ("app-.service", nil),
        ("app-gnome-firefox.slice", nil),
        ("vte-spawn-1f.scope", nil),
        ("xcallbackd.service", nil),
        (#"app-gnome-a\x0ab-1.scope"#, nil),  // a control character
        (#"app-gnome-a\x2fb-1.scope"#, nil),  // a slash
        (#"app-gnome-a\xffb-1.scope"#, nil),  // not UTF-8
        (#"app-gnome-a\x2-1.scope"#, nil),  // half an escape
        (#"app-gnome-a\nb-1.scope"#, nil),
    ]

    @Test(arguments: units)
    func `reads the app from the name of a unit`(unit: String, app: String?) {
        let path = "/user.slice/user-1000.slice/user@1000.service/app.slice/\(unit)"
        #expect(ControlGroup(contents: Array("0::\(path)\n".utf8)).flatMap(AppUnit.app) == app)
        // On a machine with control groups of both versions.
        #expect(
            ControlGroup(contents: Array("2:cpu:/\n1:name=systemd:\(path)\n0::/\n".utf8)).flatMap(AppUnit.app) == app)
    }

    @Test(arguments: [
        "", "\n", "0::/", "0::", "garbage", "1:name=systemd:/", "0::/../../app-", "0::/app-gnome-firefox-1.scope.d",
    ])
    func `knows no app for any other text`(text: String) {
        #expect(ControlGroup(contents: Array(text.utf8)).flatMap(AppUnit.app) == nil)
    }

    private static let manager = "/user.slice/user-1000.slice/user@1000.service"

    @Test(arguments: [
        "app.slice/app-gnome-code-1.scope/app-org.kde.konsole@2.service/tab(3).scope",
        "app.slice/app-gnome.slice/app-gnome-code-1.scope/app-gnome-firefox-1234.scope",
    ])
    func `reads the outermost unit of an app`(path: String) {
        #expect(AppUnit.app(of: ControlGroup(path: "\(Self.manager)/\(path)")) == "code")
    }

    /// Whoever runs in a container, or in a unit of another kind, may make groups of any name below it.
    static let strangers = [
        "\(manager)/user.slice/libpod-1.scope/container/app-gnome-firefox-1234.scope",
        "\(manager)/app.slice/libpod-1.scope/container/app-gnome-firefox-1234.scope",
        "\(manager)/user.slice/podman-12.scope/app-gnome-firefox-1234.scope",
        "\(manager)/app.slice/app-gnome-firefox-1.scope/libpod_parent/libpod-1",
        "\(manager)/app.slice/crun-1.scope/app-gnome-firefox-1234.scope",
        "\(manager)/app.slice/docker.service/docker-1.scope/app-gnome-firefox-1234.scope",
        "\(manager)/app-gnome-firefox-1234.scope", "\(manager)/session.slice/app-gnome-firefox-1234.scope",
        "\(manager)/app.slice/vte-spawn-1f.scope/app-gnome-firefox-1234.scope",
        "\(manager)/machine.slice/machine-a.scope/payload\(manager)/app.slice/app-gnome-firefox-1234.scope",
        "/machine.slice/machine-a.scope/payload\(manager)/app.slice/app-gnome-firefox-1234.scope",
        "/system.slice/docker-1.scope\(manager)/app.slice/app-gnome-firefox-1234.scope",
        "/lxc.payload.a\(manager)/app.slice/app-gnome-firefox-1234.scope",
        "/user.slice/user-1000.slice/session-2.scope/app-gnome-firefox-1234.scope",
        "/app.slice/app-gnome-firefox-1234.scope",
        "\(manager)/../../app-gnome-firefox-1234.scope",
    ]

    @Test(arguments: strangers)
    func `knows no app in a container, or in another unit`(path: String) {
        #expect(AppUnit.app(of: ControlGroup(path: path)) == nil)
    }

    /// The programs from the unit's own to the client, and the app.
    static let askers: [([String?], String?)] = [
        (["/usr/bin/konsole", "/usr/bin/dash", "/usr/bin/xcallback"], "konsole"),  // xdg-open is a script
        (["/usr/bin/konsole", "/usr/bin/kde-open", "/usr/bin/xcallback"], "konsole"),
        (["/usr/bin/konsole", "/usr/bin/bash", "/usr/lib/firefox/firefox", "/usr/bin/xcallback"], nil),
        (["/usr/share/code/code", "/usr/share/code/code", "/usr/bin/dash", "/usr/bin/xcallback"], "konsole"),
        (["/usr/lib/chromium/chromium", "/usr/lib/chromium/helper", "/usr/bin/xcallback"], "konsole"),
        (["/usr/bin/evolution", "/usr/bin/epiphany", "/usr/bin/xcallback"], nil),  // the folder says nothing
        (["/usr/bin/bash", "/opt/app/app", "/usr/bin/xcallback"], "konsole"),  // a script starts the app
        (["/usr/bin/konsole"], "konsole"),  // the app is the client
        (["/usr/bin/konsole", "/usr/bin/curl"], nil),
        (["/usr/bin/konsole", nil, "/usr/bin/xcallback"], nil),  // the program cannot be read
        (["/usr/bin/xcallback"], "konsole"),  // GIO's launch leaves no parent
    ]

    @Test(arguments: askers)
    func `the unit names the app only if the app's own program asks`(programs: [String?], app: String?) {
        let unit = ControlGroup(path: "\(Self.manager)/app.slice/app-konsole@2.service")
        let shell = RunningProcess(
            program: "/usr/bin/kwin", parent: 0, group: ControlGroup(path: "\(Self.manager)/session.slice/kwin.service")
        )
        // The desktop's own process has the number 0.
        let processes =
            [shell]
            + programs.enumerated().map { RunningProcess(program: $1, parent: Int32($0), group: unit) }
        func lookUp(_ pid: Int32) -> RunningProcess? { processes[Int(pid)] }
        #expect(AppUnit.app(of: processes[programs.count], lookUp: lookUp) == app)
    }

    @Test func `a process in the window of a terminal is no click of the terminal`() {
        let unit = ControlGroup(path: "\(Self.manager)/app.slice/app-konsole@2.service")
        let typed = RunningProcess(program: "/usr/bin/xcallback", parent: 1, isInTerminal: true, group: unit)
        #expect(AppUnit.app(of: typed) { _ in nil } == nil)
    }
}
