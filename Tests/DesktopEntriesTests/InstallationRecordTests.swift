import Testing

@testable import DesktopEntries

/// The file from which `uninstall` knows what was there before.
struct InstallationRecordTests {
    @Test func `reads what it printed`() throws {
        var record = InstallationRecord()
        record.directories = ["/home/kim/a b", "/é"]
        record.files = [
            InstallationRecord.File(path: "/1", before: nil, after: nil),
            InstallationRecord.File(path: "/2 3", before: [], after: Array("a\n".utf8)),
            InstallationRecord.File(path: "/4", before: Array("|a\n\n:b\nafter\nfile /x\r\nend".utf8), after: nil),
            InstallationRecord.File(path: "/5", before: nil, after: [0xff, 0x0a, 0x00, 0x0a, 0x0a]),
        ]
        #expect(InstallationRecord(record.text) == record)
    }

    @Test(arguments: [
        "",  // empty
        "something else\n",  // no heading
        "# Written by 'xcallback install' for 'xcallback uninstall'.\nfile /x\nbef",  // cut off
        "# Written by 'xcallback install' for 'xcallback uninstall'.\nbefore\n",  // of no file
        "# Written by 'xcallback install' for 'xcallback uninstall'.\n|x\n",  // a line of no file
        "# Written by 'xcallback install' for 'xcallback uninstall'.\nfile /x\n|x\n",  // neither before nor after
        "# Written by 'xcallback install' for 'xcallback uninstall'.\nfolder /x\n",  // unknown word
    ])
    func `refuses what is no record`(text: String) {
        #expect(InstallationRecord(Array(text.utf8)) == nil)
    }

    @Test func `a record that cannot be read stops everything`() throws {
        let home = try Home()
        try home.write(".local/state/xcallbackd/former-defaults", "mine")
        #expect(throws: InstallationError.unreadableRecord("\(home.path)/.local/state/xcallbackd/former-defaults")) {
            try home.uninstall()
        }
        #expect(throws: InstallationError.self) { try home.install("notes") }
        #expect(home[".local/share/applications/xcallback.desktop"] == nil)
    }
}
