import QueryCoding
import TestSupport
import Testing

/// `xcallback new --recipe`
@Suite(.needs(programs: "xdg-mime", "update-desktop-database"), .timeLimit(.minutes(2)))
struct RecipeCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func recipe(_ words: String...) throws -> Ended { try recipe(words) }

    private func recipe(_ words: [String], with variables: [String: String] = [:]) throws -> Ended {
        let environment = sandbox.environment.merging(variables) { $1 }
        return try run("\(Products.folder)/xcallback", ["new", "--recipe"] + words, environment)
    }

    /// The desktop entry that opens the links of a scheme.
    private func owner(of scheme: some StringProtocol) throws -> String {
        try run("xdg-mime", ["query", "default", "x-scheme-handler/\(scheme)"], sandbox.environment).output
    }

    @Test func `the list has each file with its first line`() throws {
        let list = try recipe()
        #expect(list.status == 0)
        let files = Repository.files("Sources/xcallback/Recipes", suffix: ".yaml")
        #expect(files.count == 17 && list.output.count { $0 == "\n" } == 18)
        for file in files {
            let name = try #require(file.split(separator: "/").last).dropLast(".yaml".count)
            let first = try #require(Repository.text(file).split(separator: "\n").first).dropFirst("# ".count)
            #expect(list.output.contains("\n\(name) ") && list.output.contains(first), "\(name)")
        }
    }

    @Test(arguments: Recipe.files)
    func `a recipe is written, loaded and registered, and its link leads to a route`(file: String) throws {
        let name = String(try #require(file.split(separator: "/").last).dropLast(".yaml".count))
        try sandbox.makeFolder("home/src")
        try sandbox.write("# Read me\n", to: "home/src/README.md")
        let daemon = try RunningDaemon(sandbox)
        let written = try recipe(name, "--yes")
        #expect(written.status == 0, "\(written)")
        let text = try Recipe.text(name, home: "\(sandbox.path)/home")
        #expect(try sandbox.contents("config/xcallbackd/routes.d/\(name).yaml") == text)
        let last = try #require(written.output.split(separator: "\n").last)
        guard let link = last.firstMatch(of: /^try   xcallback open '(.*)'$/)?.1 else {
            #expect(last.hasPrefix("try   xcallback "), "\(last)")
            return
        }
        let explained = try daemon.call("explain", ["url": .string(String(link)), "door": "desktop"])
        #expect(["ask", "run"].contains(explained["would"]?.string), "\(explained.json)")
        for scheme in text.firstMatch(of: /\nschemes: \[(.*)\]/)?.1.split(separator: ", ") ?? [] {
            #expect(written.errors.contains("\(scheme): links open with xcallback"), "\(written)")
            #expect(try owner(of: scheme) == "xcallback-\(scheme).desktop\n")
        }
    }

    @Test func `nothing is written over a file, without a yes, or under a name that no recipe has`() throws {
        let unasked = try recipe("note")
        #expect(unasked.status == 64 && unasked.errors.contains("nothing was changed"), "\(unasked)")
        #expect((try? sandbox.contents("config/xcallbackd/routes.d/note.yaml")) == nil)
        let near = try recipe("nte", "--yes")
        #expect(near.status == 64 && near.errors.contains("did you mean 'note'?"), "\(near)")
        try sandbox.write("# mine\n", to: "\(sandbox.routesFolder)/note.yaml")
        let over = try recipe("note", "--yes", "--force")
        #expect(over.status == 78 && over.errors.contains("exists, and was not changed"), "\(over)")
        #expect(try sandbox.contents("config/xcallbackd/routes.d/note.yaml") == "# mine\n")
    }

    @Test(.needs(programs: "script"))
    func `an empty answer to the question about a recipe is a yes`() throws {
        try sandbox.write("\n", to: "answers")
        let program = "\(Products.folder)/xcallback new --recipe note --no-install"
        let ended = try run(
            "/bin/sh", ["-c", "script -qec '\(program)' /dev/null <'\(sandbox.path)/answers'"], sandbox.environment)
        #expect(ended.status == 0 && ended.output.contains("[yes]"), "\(ended)")
        #expect(try sandbox.contents("config/xcallbackd/routes.d/note.yaml").contains("schemes: [note]"))
    }

    @Test func `a scheme of another app is taken by --force alone, and a missing program is named`() throws {
        let apps = try ["tel", "mine", "new"].map { try ReceivingApp(sandbox, scheme: $0) }
        try sandbox.routes("schemes: [mine]\nroutes: [{name: r, path: /r, run: ['true']}]\n", "mine")
        let daemon = try RunningDaemon(sandbox)
        let refused = try recipe("tel", "--yes")
        #expect(refused.status == 78, "\(refused)")
        #expect(refused.errors.contains("opens tel: links now, and nothing was written"), "\(refused)")
        #expect(refused.errors.contains("kdeconnect-handler (package kdeconnect) is not installed"), "\(refused)")
        #expect((try? sandbox.contents("config/xcallbackd/routes.d/tel.yaml")) == nil)
        let taken = try recipe("tel", "--yes", "--force")
        #expect(taken.status == 0, "\(taken)")
        #expect(try owner(of: "tel") == "xcallback-tel.desktop\n")
        #expect(try owner(of: "mine") == "mine.desktop\n")
        let route = try daemon.xcallback(["new", "--force", "new/route", "--", "true"])
        #expect(route.status == 0, "\(route)")
        #expect(try owner(of: "new") == "xcallback-new.desktop\n")
        #expect(taken.errors.contains("'xcallback remove tel' gives them back"), "\(taken)")
        let command = ["\(Products.folder)/xcallback", "remove", "tel", "--yes"]
        try run(command, sandbox.environment).succeeded()
        #expect(try owner(of: "tel") == "tel.desktop\n")
        withExtendedLifetime((apps, daemon)) {}
    }

    @Test func `--no-install declines the schemes, and options of other routes are refused`() throws {
        let daemon = try RunningDaemon(sandbox)
        for words in [
            ["--input=a"], ["--summary=a"], ["--output=json"], ["--script=true"], ["--", "true"],
        ] {
            let refused = try recipe(["note"] + words)
            #expect(refused.status == 64 && refused.errors.contains("--recipe takes no command"), "\(refused)")
        }
        let written = try recipe("note", "--yes", "--no-install")
        #expect(written.status == 0, "\(written)")
        #expect(try owner(of: "note").isEmpty)
        #expect(try sandbox.contents("state/xcallbackd/declined-schemes") == "note\n")
        withExtendedLifetime(daemon) {}
    }

    @Test func `the path of the program is written as it is, in a home folder of any name`() throws {
        let home = "\(sandbox.path)/home/melissa"
        try sandbox.program("exit 0", to: "\(home)/.local/bin/xcallback")
        let shown = try recipe(["mpv"], with: ["HOME": home])
        #expect(shown.output.contains("[\"\(home)/.local/bin/xcallback\", start, mpv,"), "\(shown)")
    }

    @Test func `of two programs that do the same, one that the display can use is enough`() throws {
        let x11 = ["PATH": "\(sandbox.path)/bin"]
        let wayland = x11.merging(["WAYLAND_DISPLAY": "none"]) { $1 }
        let both = try recipe(["clipboard"], with: wayland).errors
        #expect(both.contains("xcallback: wl-copy (package wl-clipboard) or xclip is not installed"), "\(both)")
        try sandbox.program("exit 0", to: "bin/wl-copy")
        #expect(try !recipe(["clipboard"], with: wayland).errors.contains("is not installed"))
        #expect(try recipe(["clipboard"], with: x11).errors.contains("xcallback: xclip is not installed"))
        try sandbox.program("exit 0", to: "bin/xclip")
        #expect(try !recipe(["clipboard"], with: x11).errors.contains("is not installed"))
    }

    @Test func `a folder, and a program that the daemon does not find, are named after the file is written`() throws {
        let daemon = try RunningDaemon(sandbox, environment: ["PATH": "\(sandbox.path)/bin"])
        try sandbox.program("exit 0", to: "own/code")
        let path = "\(sandbox.path)/own:\(sandbox.environment["PATH"] ?? "")"
        let written = try recipe(["editor", "--yes", "--no-install"], with: ["PATH": path])
        #expect(written.status == 0 && !written.errors.contains("is not installed"), "\(written)")
        #expect(written.errors.contains("the folder '\(sandbox.path)/home/src' of 'editor.open' does not exist"))
        #expect(written.errors.contains("the program 'code' of 'editor.open' is not on PATH"), "\(written)")
        withExtendedLifetime(daemon) {}
    }
}
