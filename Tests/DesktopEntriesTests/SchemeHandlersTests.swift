import Testing

@testable import DesktopEntries

/// The app that opens a scheme, compared with the real tools on the same files.
@Suite(.timeLimit(.minutes(5)))
struct SchemeHandlersTests {
    private static let cases = AssociationCase.rows("agreed") + AssociationCase.rows("disputed")

    private static func opener(_ home: Home, _ rules: AssociationRules?) throws -> String? {
        try home.handler(rules).map { String($0.identifier.dropLast(".desktop".count)) }
    }

    @Test(DesktopTools.gio, arguments: cases)
    func `agrees with gio`(row: AssociationCase) throws {
        let home = try row.plant()
        #expect(try Self.opener(home, .gio) == row.gio)
        let said = try home.run(["gio", "mime", "x-scheme-handler/notes"]).output
        let answer = said.split(separator: "\n").first?.wholeMatch(of: /Default application.*: (.*)\.desktop/)?.1
        #expect(answer.map(String.init) == row.gio, "\(said)")
    }

    /// xdg-mime may name a program that xdg-open then cannot start, so that is done.
    @Test(DesktopTools.mime, DesktopTools.open, arguments: cases)
    func `agrees with xdg-open that asks xdg-mime`(row: AssociationCase) throws {
        let home = try row.plant()
        #expect(try Self.opener(home, .xdgMime) == row.xdgMime)
        let isOld = try home.run(["xdg-mime", "--version"]).output.hasPrefix("xdg-mime 1.1")
        _ = try home.run(["xdg-open", "notes:///x"])
        let started = home["started"]?.split(separator: "\n").first.map(String.init)
        let expected = isOld ? row.xdgMime11 : row.xdgMime
        #expect(started == expected.map { $0.split(separator: "-").last.map(String.init) ?? $0 })
    }
}

/// The app that opens a scheme in KDE, whose opener is not at hand: GIO's answers, and .desktop files without a cache.
@Suite(.timeLimit(.minutes(5)))
struct KDEHandlersTests {
    @Test(arguments: AssociationCase.rows("agreed") + AssociationCase.rows("disputed"))
    func `is who GIO says`(row: AssociationCase) throws {
        let home = try row.plant()
        let handler = try home.handler(.kde)
        if let gio = row.gio { #expect(handler?.identifier == "\(gio).desktop") }
    }

    @Test func `else the first of those that can start`() throws {
        let files = ["S/org/b.desktop": "APP", "S/c.desktop": "APP\nTryExec=/nonexistent\n"]
        let home = try AssociationCase("", files).plant()
        let handler = try #require(try home.handler(.kde))
        #expect(handler.identifier == "org-b.desktop")
        #expect(handler.reason.description == "declared in \(home.path)/share/applications/org/b.desktop:5")
    }
}

/// The properties of the program that a look-up found.
struct SchemeHandlerTests {
    private func handler(
        _ files: [String: String], _ rules: AssociationRules = .gio
    ) throws -> (home: Home, handler: SchemeHandler) {
        let home = try AssociationCase("", files).plant()
        return (home, try #require(try home.handler(rules)))
    }

    @Test(arguments: [AssociationRules.gio, .xdgMime])
    func `tells the file, the name, the command and the line`(rules: AssociationRules) throws {
        let list = "\n[Default Applications]\nx-scheme-handler/notes=one.desktop\n"
        let (home, handler) = try handler(["S/one.desktop": "APP", "C/mimeapps.list": list], rules)
        #expect(handler.identifier == "one.desktop")
        #expect(handler.file == "\(home.path)/share/applications/one.desktop")
        #expect(handler.name == "one")
        #expect(handler.command?.program == "\(home.path)/bin/start")
        #expect(handler.reason.description == "the default in \(home.path)/.config/mimeapps.list:3")
    }

    @Test(arguments: [
        (
            ["C/mimeapps.list": "[Added Associations]\nx-scheme-handler/notes=one.desktop"], "added in ",
            "mimeapps.list:2"
        ),
        (["S/mimeinfo.cache": "[MIME Cache]\nx-scheme-handler/notes=one.desktop;"], "declared in ", "mimeinfo.cache:2"),
    ])
    func `tells why else`(files: [String: String], kind: String, place: String) throws {
        let (_, handler) = try handler(files.merging(["S/one.desktop": "APP"]) { $1 })
        #expect(handler.reason.description.hasPrefix(kind))
        #expect(handler.reason.description.hasSuffix(place))
    }

    @Test func `tells the .desktop file and its line where there is no list`() throws {
        let (_, handler) = try handler(["S/one.desktop": "APP"], .xdgMime)
        #expect(handler.reason.kind == .declared)
        #expect(handler.reason.file == handler.file)
        #expect(handler.reason.line == 5)
    }

    @Test func `a look-up without a home is refused`() {
        let error = #expect(throws: InstallationError.self) { try SchemeHandlers(environment: ["PATH": "/bin"]) }
        #expect(error?.description == "HOME is not set to an absolute path, and neither is XDG_DATA_HOME")
    }
}
