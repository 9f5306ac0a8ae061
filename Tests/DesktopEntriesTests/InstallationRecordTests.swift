import Testing

@testable import DesktopEntries

/// The file from which `uninstall` knows the previous state.
struct InstallationRecordTests {
    @Test func `reads what it printed`() throws {
        var record = InstallationRecord()
        record.directories = ["/home/kim/a b", "/é"]
        record.enablesUnits = true
        record.files = [
            InstallationRecord.File(path: "/1", before: nil, after: nil),
            InstallationRecord.File(path: "/2 3", before: .bytes([]), after: .bytes(Array("a\n".utf8))),
            InstallationRecord.File(
                path: "/4", before: .bytes(Array("|a\n\n:b\nafter\nfile /x\r\nend".utf8)), after: nil),
            InstallationRecord.File(path: "/5", before: nil, after: .bytes([0xff, 0x0a, 0x00, 0x0a, 0x0a])),
            InstallationRecord.File(
                path: "/6", before: .link(to: "../a\nb"), after: .program(FileMark(text: "1 bytes, inode 2"))),
        ]
        #expect(InstallationRecord(record.text) == record)
    }

    @Test func `reads a record without units`() throws {
        let text = """
            # Written by 'xcallback install' for 'xcallback uninstall'.
            directory /home/kim/.local
            file /home/kim/.config/mimeapps.list
            before
            |[Default Applications]
            after
            |[Default Applications]
            :x-scheme-handler/notes=xcallback-notes.desktop

            """
        let record = try #require(InstallationRecord(Array(text.utf8)))
        #expect(record.text == Array(text.utf8))
        #expect(record.directories == ["/home/kim/.local"] && !record.enablesUnits)
        #expect(record.files.first?.before == .bytes(Array("[Default Applications]\n".utf8)))
    }

    @Test(arguments: [
        "",  // empty
        "something else\n",  // no heading
        "# Written by 'xcallback install' for 'xcallback uninstall'.\nfile /x\nbef",  // cut off
        "# Written by 'xcallback install' for 'xcallback uninstall'.\nbefore\n",  // of no file
        "# Written by 'xcallback install' for 'xcallback uninstall'.\n|x\n",  // a line of no file
        "# Written by 'xcallback install' for 'xcallback uninstall'.\nfile /x\n|x\n",  // neither before nor after
        "# Written by 'xcallback install' for 'xcallback uninstall'.\nfile /x\nafter-socket\n",  // unknown kind
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
        #expect(home[".local/share/applications/xcallback-notes.desktop"] == nil)
    }
}
