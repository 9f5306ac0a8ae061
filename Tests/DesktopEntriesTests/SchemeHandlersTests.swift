import Testing
import XCallbackURL

@testable import DesktopEntries

/// Who opens a scheme, as the real xdg-mime says.
@Suite(DesktopTools.mime, .timeLimit(.minutes(1)))
struct SchemeHandlersTests {
    let home: Home
    let notes: Scheme

    init() throws {
        home = try Home()
        notes = try #require(Scheme("notes"))
    }

    private func handler() throws -> SchemeHandler? {
        try SchemeHandlers(environment: home.environment).handler(of: notes)
    }

    @Test func `nobody opens an unknown scheme`() throws {
        #expect(try handler() == nil)
    }

    @Test func `finds the program with a default`() throws {
        try home.app("one", opening: "notes")
        try home.app("two", opening: "notes")
        try home.write(".config/mimeapps.list", "[Default Applications]\nx-scheme-handler/notes=two.desktop\n")
        let found = try #require(try handler())
        #expect(found.identifier == "two.desktop")
        #expect(found.file == "\(home.path)/.local/share/applications/two.desktop")
    }

    @Test func `finds a program that only declares the scheme, in a system directory`() throws {
        try home.app("one", opening: "notes", in: "share/applications")
        #expect(try handler()?.file == "\(home.path)/share/applications/one.desktop")
    }

    @Test func `finds a program in a directory below`() throws {
        try home.app("one", opening: "notes", in: "share/applications/org")
        #expect(try handler()?.file == "\(home.path)/share/applications/org/one.desktop")
    }

    /// xdg-mime prints what the cache says, whether the program is still there or not.
    @Test func `tells a default whose program is gone`() throws {
        try home.write("share/applications/mimeinfo.cache", "[MIME Cache]\nx-scheme-handler/notes=gone.desktop;\n")
        #expect(try handler() == SchemeHandler(identifier: "gone.desktop", file: nil))
        #expect(try handler()?.exists == false)
    }

    @Test func `the file of the desktop in use wins`() throws {
        let home = try Home(desktop: "sway:wlroots")
        try home.app("one", opening: "notes")
        try home.app("two", opening: "notes")
        try home.write(".config/mimeapps.list", "[Default Applications]\nx-scheme-handler/notes=two.desktop\n")
        try home.write(".config/wlroots-mimeapps.list", "[Default Applications]\nx-scheme-handler/notes=one.desktop\n")
        #expect(try home.opener(of: "notes") == "one.desktop")
    }
}

/// What a look-up does when xdg-mime is not as it should be.
@Suite(.timeLimit(.minutes(1)))
struct BrokenToolTests {
    @Test func `a missing tool is told with its package`() throws {
        let home = try Home(tools: "/nonexistent")
        let error = #expect(throws: ToolError.self) { try home.opener(of: "notes") }
        #expect(error?.description == "no xdg-mime on PATH; install the package xdg-utils")
    }

    @Test func `a tool that fails is told with what it said`() throws {
        let home = try Home()
        try home.script("bin/xdg-mime", "echo 'no home' >&2; echo more >&2; exit 3")
        let error = #expect(throws: ToolError.self) { try home.opener(of: "notes") }
        #expect(
            error?.description
                == "'xdg-mime query default x-scheme-handler/notes' ended with status 3: no home")
    }

    @Test func `a tool that hangs is killed at its deadline`() throws {
        let home = try Home()
        try home.script("bin/xdg-mime", "sleep 600 & wait")
        let tool = try Tool(.xdgMime, environment: home.environment)
        let error = #expect(throws: ToolError.self) { try tool.output(["query"], seconds: 1) }
        #expect(error?.description == "'xdg-mime query' had not ended after 1 s and was killed")
    }

    /// The background process holds our pipe; waiting for its end would take as long as it lives.
    @Test func `what a tool leaves behind is not waited for`() throws {
        let home = try Home()
        try home.script("bin/xdg-mime", "sleep 600 & echo $!")
        let tool = try Tool(.xdgMime, environment: home.environment)
        let pid = try #require(Int32(try tool.output([], seconds: 30).dropLast()))
        #expect(try home.run(["kill", String(pid)]).status == 0)
    }

    @Test func `a tool gets its environment and arguments as they are, and nothing else`() throws {
        let home = try Home()
        try home.script("bin/xdg-mime", #"printf '%s|' "$#" "$1" "$2" "$PWD2" "$DISPLAY"; cat"#)
        let tool = try Tool(.xdgMime, environment: home.environment.merging(["PWD2": "a\nb=c"]) { $1 })
        #expect(try tool.output(["$(id) 'x'", ""], seconds: 30) == "2|$(id) 'x'||a\nb=c|:5|")
    }

    @Test func `a look-up without a home is refused`() {
        let error = #expect(throws: InstallationError.self) { try SchemeHandlers(environment: ["PATH": "/bin"]) }
        #expect(error?.description == "HOME is not set to an absolute path, and neither is XDG_DATA_HOME")
    }
}
