import QueryCoding
import TestSupport
import Testing

/// `xcallback new --recipe`
@Suite(.needs(programs: "xdg-mime", "update-desktop-database"), .timeLimit(.minutes(2)))
struct RecipeCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func recipe(_ words: String...) throws -> Ended {
        try run("\(Products.folder)/xcallback", ["new", "--recipe"] + words, sandbox.environment)
    }

    @Test func `the list has each file with its first line`() throws {
        let list = try recipe()
        #expect(list.status == 0)
        let files = Repository.files("Sources/xcallback/Recipes", suffix: ".yaml")
        #expect(files.count == 18 && list.output.count { $0 == "\n" } == 19)
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
        if let scheme = link.split(separator: ":").first, scheme != "https" {
            let owner = try run("xdg-mime", ["query", "default", "x-scheme-handler/\(scheme)"], sandbox.environment)
            #expect(owner.output == "xcallback-\(scheme).desktop\n")
        }
    }

    @Test func `nothing is written over a file, without a yes, or under a name that no recipe has`() throws {
        let unasked = try recipe("note")
        #expect(unasked.status == 64 && unasked.errors.contains("nothing was written"), "\(unasked)")
        #expect((try? sandbox.contents("config/xcallbackd/routes.d/note.yaml")) == nil)
        let near = try recipe("nte", "--yes")
        #expect(near.status == 64 && near.errors.contains("did you mean 'note'?"), "\(near)")
        try sandbox.write("# mine\n", to: "\(sandbox.routesFolder)/note.yaml")
        let over = try recipe("note", "--yes", "--force")
        #expect(over.status == 78 && over.errors.contains("exists, and was not changed"), "\(over)")
        #expect(try sandbox.contents("config/xcallbackd/routes.d/note.yaml") == "# mine\n")
    }

    @Test func `a scheme of another app is taken by --force alone, and a missing program is named`() throws {
        let app = try ReceivingApp(sandbox, scheme: "tel")
        let daemon = try RunningDaemon(sandbox)
        let refused = try recipe("tel", "--yes")
        #expect(refused.status == 78, "\(refused)")
        #expect(refused.errors.contains("opens tel: links now, and nothing was written"), "\(refused)")
        #expect(refused.errors.contains("kdeconnect-handler is not installed"), "\(refused)")
        #expect((try? sandbox.contents("config/xcallbackd/routes.d/tel.yaml")) == nil)
        let taken = try recipe("tel", "--yes", "--force")
        #expect(taken.status == 0, "\(taken)")
        let owner = try run("xdg-mime", ["query", "default", "x-scheme-handler/tel"], sandbox.environment)
        #expect(owner.output == "xcallback-tel.desktop\n")
        withExtendedLifetime((app, daemon)) {}
    }
}
