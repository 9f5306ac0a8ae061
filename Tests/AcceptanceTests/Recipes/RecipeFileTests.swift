import Foundation
import QueryCoding
import RequestRecord
import Testing

/// All recipes at once: their files, and what a click may do with them.
@Suite(.timeLimit(.minutes(1)))
struct RecipeFileTests {
    private let sandbox: Sandbox

    init() throws {
        let names = Recipe.files.map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
        try #require(names.count == 16)
        sandbox = try Recipe.sandbox(names)
        try sandbox.write("# Read me\n", to: "home/src/README.md")
    }

    @Test func `check has nothing to say about any file, if its programs are there`() throws {
        for program in [
            "code", "chromium", "curl", "element-desktop", "emacsclient", "kdeconnect-handler",
            "mpv", "obsidian", "playerctl", "transmission-remote", "wl-copy", "wl-paste", "xclip",
        ] { try sandbox.program("exit 0", to: "bin/\(program)") }
        let ended = try run("\(Products.folder)/xcallback", ["check"], sandbox.environment)
        #expect(ended.status == 0 && !ended.output.contains("warning"), "\(ended.output)\(ended.errors)")
    }

    @Test(arguments: [
        ("capture:///page?title=a&url=https%3A%2F%2Fexample.org", "ask", nil as Int?),
        ("capture:///page?title=a&url=file%3A%2F%2F%2Fetc%2Fpasswd", "error", 400),
        ("player:///play-pause", "run", nil), ("player:///next", "run", nil), ("player:///previous", "run", nil),
        ("player:///volume/50", "ask", nil), ("player:///volume/101", "error", 400),
        ("player:///playing", "error", 403),
        ("clip:///copy?text=a", "ask", nil), ("clip:///paste", "error", 403),
        ("magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=a", "ask", nil),
        ("magnet:?xt=/etc/passwd", "error", 400), ("magnet:?dn=a", "error", 400),
        ("https://example.org", "run", nil), ("http://example.org/a/b?c#d", "run", nil),
        ("worklog:///note?text=a", "error", 403), ("worklog:///latest", "error", 403),
        ("worklog:///commit?repository=a&subject=b", "error", 403),
        ("element://vector/webapp", "run", nil), ("element:///", "run", nil),
        ("vault:///daily?text=a", "ask", nil), ("vault:///read?note=a", "error", 403),
        ("vault:///search?query=a", "error", 403),
        ("mpv://https://a.example/watch?v=1&t=2", "ask", nil), ("freetube://https//a.example/watch?v=1", "ask", nil),
        ("mpv://file:///etc/passwd", "error", 404), ("mpv://--script=/tmp/x", "error", 404),
        ("phpstorm://open?file=README.md&line=3", "ask", nil),
        ("editor://open?file=/var/www/html/README.md", "ask", nil),
        ("phpstorm://open?file=/etc/passwd", "error", 400), ("vscode://file/README.md:3", "error", 400),
        ("vscode://file/etc/passwd:1", "error", 400), ("vscode://file//etc/passwd:1", "error", 400),
        ("tel:+49-30-1234567", "ask", nil), ("tel:+49-30-1234;ext=5", "ask", nil),
        ("tel:1;a=$(b)", "error", 404), ("tel:(030)12", "error", 404), ("tel:-x", "error", 404),
        ("note:///add?text=a", "ask", nil), ("note:///all", "error", 403),
        ("diary:///page?title=a&url=https%3A%2F%2Fexample.org", "ask", nil),
        ("diary:///page?title=a&url=file%3A%2F%2F%2Fetc%2Fpasswd", "error", 400),
        ("notebook:///add?title=a", "ask", nil),
        ("assistant:///shopping", "error", 403), ("assistant:///notes/append/1?text=a", "error", 403),
    ])
    func `a click may do what the page says`(url: String, would: String, code: Int?) throws {
        let daemon = try RunningDaemon(sandbox)
        let explained = try daemon.call("explain", ["url": .string(url), "door": "desktop"])
        #expect(explained["would"]?.string == would, "\(explained.json)")
        #expect(explained["error"]?["code"] == code.map { .integer($0) }, "\(explained.json)")
    }

    @Test(arguments: ["", "/"], [":3", ":3:9"])
    func `an editor opens the file and the line of a link`(slash: String, place: String) throws {
        try sandbox.program("echo \"$*\" > \"$HOME/opened\"", to: "bin/emacsclient")
        let file = "\(sandbox.path)/home/src/README.md"
        let reply = try RunningDaemon(sandbox).reply(to: "vscode://file\(slash)\(file)\(place)")
        #expect(reply["outcome"] == "success", "\(reply.json)")
        #expect(try sandbox.contents("home/opened") == "--no-wait +3 \(file)\n")
    }

    @Test func `a call ends before the window of the telephone's program closes`() throws {
        let script = "echo \"$*\" > \"$HOME/called\"; while test -d \"$HOME\"; do sleep 0.2; done"
        try sandbox.program(script, to: "bin/kdeconnect-handler")
        let reply = try RunningDaemon(sandbox).reply(to: "tel:+49-30-1234567")
        #expect(reply["outcome"] == "success", "\(reply.json)")
        try wait(for: "the program") { (try? sandbox.contents("home/called")) == "--open tel:+49-30-1234567\n" }
    }

    @Test func `the file that has Joplin's token is named, if it is missing`() throws {
        try sandbox.program("exit 0", to: "bin/curl")
        let ended = try RunningDaemon(sandbox).xcallback(["run", "joplin.add", "title=a"])
        #expect(ended.status != 0 && ended.errors.contains("/home/.config/xcallbackd/joplin.curl"), "\(ended)")
    }

    @Test(arguments: [
        ("desk:///diary?text=a", "desk.diary"), ("desk:///wikipedia?q=a", "desk.search"),
        ("desk:///play-pause", "desk.play"),
    ])
    func `the routes of the page itself ask at a click`(url: String, route: String) throws {
        let sandbox = try Sandbox(Recipe.sample("yaml", with: "schemes: [desk]"), as: "desk")
        let explained = try RunningDaemon(sandbox).xcallback(["explain", "--door", "desktop", url])
        #expect(explained.output.contains("\nwould       ask before it runs \(route)\n"), "\(explained)")
    }
}
