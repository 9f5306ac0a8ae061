import Testing

@testable import DesktopEntries

/// The XDG Base Directory Specification.
struct BaseDirectoriesTests {
    @Test func `lie below HOME by default`() throws {
        let base = try BaseDirectories(environment: ["HOME": "/home/kim/"])
        #expect(base.applications == "/home/kim/.local/share/applications")
        #expect(base.defaultApplications == ["/home/kim/.config/mimeapps.list"])
        #expect(base.userUnits == "/home/kim/.config/systemd/user")
        #expect(base.installationRecord == "/home/kim/.local/state/xcallbackd/former-defaults")
        #expect(base.dataSearchPath == ["/home/kim/.local/share", "/usr/local/share", "/usr/share"])
        #expect(base.configurationSearchPath == ["/home/kim/.config", "/etc/xdg"])
    }

    @Test func `are where the variables say, unless those are relative`() throws {
        let base = try BaseDirectories(environment: [
            "HOME": "/", "XDG_DATA_HOME": "/d/", "XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": "/s\n",
            "XDG_DATA_DIRS": "x:/y/::/z", "XDG_CONFIG_DIRS": "/e/:../f", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
        ])
        #expect(base.data == "/d")
        #expect(base.state == "/.local/state")
        #expect(base.dataSearchPath == ["/d", "/y", "/z"])
        #expect(base.configurationSearchPath == ["/.config", "/e"])
        #expect(
            base.defaultApplications == [
                "/.config/ubuntu-mimeapps.list", "/.config/gnome-mimeapps.list", "/.config/mimeapps.list",
            ])
    }

    @Test func `need no HOME if every variable is set`() throws {
        let all = ["XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"]
        #expect(try BaseDirectories(environment: all).configuration == "/c")
        #expect(throws: InstallationError.noHome(variable: "XDG_STATE_HOME")) {
            try BaseDirectories(environment: all.merging(["XDG_STATE_HOME": ""]) { $1 })
        }
    }
}
