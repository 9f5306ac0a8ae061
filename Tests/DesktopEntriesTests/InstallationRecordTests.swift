import Testing

@testable import DesktopEntries

/// The file from which `uninstall` knows what to remove and to restore.
struct InstallationRecordTests {
    private static let heading = "# Written by 'xcallback install' for 'xcallback uninstall'.\n"

    @Test func `reads what it printed`() throws {
        var record = InstallationRecord()
        record.directories = ["/home/kim/a b", "/é"]
        record.enablesUnits = true
        record.showsEntries = true
        record.files = ["/1": "0", "/2 3": "ffffffffffffffff", "/\u{301}\r": InstallationRecord.pending]
        record.formerDefaults = ["/a b/mimeapps.list": ["notes": "b.desktop; c.desktop", "mine": "d"], "/empty": [:]]
        #expect(InstallationRecord(record.text) == record)
        #expect(InstallationRecord(InstallationRecord().text) == InstallationRecord())
    }

    @Test func `is readable`() throws {
        let text =
            Self.heading + """
                directory /home/kim/.local
                file 12ab /home/kim/.local/bin/xcallback
                list /home/kim/.config/mimeapps.list
                default notes notes-app.desktop

                """
        let record = try #require(InstallationRecord(Array(text.utf8)))
        #expect(record.text == Array(text.utf8))
        #expect(record.directories == ["/home/kim/.local"] && !record.enablesUnits)
        #expect(record.files == ["/home/kim/.local/bin/xcallback": "12ab"])
        #expect(record.formerDefaults == ["/home/kim/.config/mimeapps.list": ["notes": "notes-app.desktop"]])
    }

    @Test(arguments: [
        "",  // empty
        "something else\n",  // no heading
        heading + "directory /x",  // cut off
        heading + "file /x\n",  // no digest
        heading + "default a b\n",  // of no list
        heading + "list /x\ndefault a\n",  // no program
        heading + "enabled /x\n",
        heading + "folder /x\n",  // unknown word
    ])
    func `refuses what is no record`(text: String) { #expect(InstallationRecord(Array(text.utf8)) == nil) }

    @Test func `a record that cannot be read stops everything`() throws {
        let home = try Home()
        try home.write(".local/state/xcallbackd/former-defaults", "mine")
        #expect(throws: InstallationError.unreadableRecord("\(home.path)/.local/state/xcallbackd/former-defaults")) {
            try home.uninstall()
        }
        #expect(throws: InstallationError.self) { try home.install("notes") }
        #expect(home[".local/share/applications/xcallback-notes.desktop"] == nil)
    }
}
