import Glibc
import QueryCoding
import TestSupport
import Testing

/// The files of Tests/Apps, as a user has copied them: they answer as the manuals of the apps say, byte for byte.
@Suite(.needs(programs: "python3"), .timeLimit(.minutes(2)))
struct AppSamplesTests {
    private static let files = Repository.files("Tests/Apps", suffix: ".yaml")

    private func start() throws -> RunningDaemon {
        let sandbox = try Sandbox()
        for file in Self.files {
            try sandbox.write(
                Repository.text(file), to: "\(sandbox.routesFolder)/\(file.dropFirst("Tests/Apps/".count))")
        }
        try sandbox.write(Repository.text("Tests/Apps/bin/items"), to: "config/xcallbackd/bin/items", executable: true)
        for name in ["things-token", "bear-token", "ulysses-token", "working-copy-key"] {
            let path = "\(sandbox.routesFolder)/\(name)"
            try sandbox.write("secret\n", to: path)
            chmod(path, 0o600)
        }
        try sandbox.settings("opener: [\"true\"]\n")
        return try RunningDaemon(sandbox)
    }

    @Test func `every file is without a mistake, and none is served unless it is copied`() throws {
        let paths = Self.files.map { "\(Repository.root)/\($0)" }
        let ended = try run("\(Products.folder)/xcallback", ["check"] + paths, Sandbox().environment)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        let daemon = try RunningDaemon(Sandbox(), arguments: ["--config", "\(Repository.root)/config"])
        #expect(try daemon.reply(to: "bear:///tags")["error"]?["code"] == 404)
    }

    @Test(arguments: [
        "Things", "Bear", "Drafts", "Ulysses", "OmniFocus", "Working Copy", "Obsidian", "Joplin", "Shortcuts",
    ])
    func `an app's manual is answered byte for byte`(app: String) throws {
        let daemon = try start()
        for row in TextTable.rows("app-answers.txt", app) {
            let (url, appended) = (row[0], row.count > 1 ? row[1] : "")
            let asked =
                url + (url.contains("?") ? "&" : "?") + "x-success=app%3A%2F%2Fdone%3Fq%3D1%23f&x-error=app%3Afailed"
            let reply = try daemon.reply(to: asked)
            let expected =
                appended.hasPrefix("errorCode=")
                ? "app:failed?\(appended)" : appended.isEmpty ? "app://done?q=1#f" : "app://done?q=1&\(appended)#f"
            let found = reply["callback"]?["url"]?.string?
                .replacing(/\d{4}-\d{2}-\d{2}T\d{2}%3A\d{2}%3A\d{2}Z/, with: "DATE")
            #expect(found == expected, "\(url): \(reply.json)")
        }
    }
}
