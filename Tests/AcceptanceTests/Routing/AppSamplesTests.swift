import DispatcherMessages
import Foundation
import QueryCoding
import TestSupport
import Testing

/// The files of config/apps, as a user has copied them: they answer as the manuals of the apps say, byte for byte.
@Suite(.enabled(if: has("python3"), "needs python3"))
struct AppSamplesTests {
    private static let files = Repository.root + "/config"

    private static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(files)/apps").sorted()
    }

    private func start() throws -> RunningDaemon {
        let sandbox = try Sandbox()
        for name in try Self.names() {
            try sandbox.write(try Repository.text("config/apps/\(name)"), to: "\(sandbox.routesFolder)/\(name)")
        }
        try FileManager.default.createDirectory(
            atPath: "\(sandbox.path)/config/xcallbackd/bin", withIntermediateDirectories: true)
        try sandbox.write(
            try Repository.text("config/bin/items"), to: "\(sandbox.path)/config/xcallbackd/bin/items", executable: true
        )
        for name in ["things-token", "bear-token", "ulysses-token", "working-copy-key"] {
            let path = "\(sandbox.routesFolder)/\(name)"
            try sandbox.write("secret\n", to: path)
            chmod(path, 0o600)
        }
        try sandbox.settings("opener: [\"true\"]\n")
        return try RunningDaemon(sandbox)
    }

    @Test(.timeLimit(.minutes(1)))
    func `every file is without a mistake, and none is served unless it is copied`() throws {
        let paths = try Self.names().map { "\(Self.files)/apps/\($0)" }
        let ended = try run("\(Products.folder)/xcallback", ["check"] + paths, Sandbox().environment)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        let daemon = try RunningDaemon(Sandbox(), arguments: ["--config", Self.files])
        #expect(try daemon.reply(to: "bear:///tags")["error"]?["code"] == 404)
    }

    /// The requests of an app, one after the other, and what is appended to their callbacks. `DATE` is any time.
    static let apps: [(String, [(String, String)])] = [
        (
            "Things",
            [
                ("things:///add?title=Buy%20milk&tags=Errand,Home&checklist-items=one%0Atwo", "x-things-id=1"),
                ("things:///add?titles=Milk%0ABeer%0A", "x-things-id=2%2C3"),
                (
                    "things:///add?notes=n",
                    "errorCode=400&errorMessage=At%20least%20one%20of%20the%20parameters%20%22title%22%20and%20%22titles%22%20is%20required."
                ),
                ("things:///update?id=2&title=Oat%20milk&deadline=&auth-token=secret", "x-things-id=2"),
                (
                    "things:///update?id=9&auth-token=secret",
                    "errorCode=not-found&errorMessage=there%20is%20no%20such%20to-do"
                ),
                (
                    "things:///update?id=2&auth-token=guess",
                    "errorCode=401&errorMessage=this%20is%20not%20the%20token%20of%20route%20%27things.update%27"
                ),
                (
                    "things:///json?data=%5B%7B%22type%22%3A%22to-do%22%2C%22attributes%22%3A%7B%22title%22%3A%22A%22%7D%7D%2C"
                        + "%7B%22type%22%3A%22to-do%22%2C%22attributes%22%3A%7B%22title%22%3A%22B%22%7D%7D%5D",
                    "x-things-ids=%5B%224%22%2C%225%22%5D"
                ),
                ("things:///version", "x-things-scheme-version=2&x-things-client-version=1"),
            ]
        ),
        (
            "Bear",
            [
                (
                    "bear://x-callback-url/create?title=My%20Note%20Title&text=First%20line&tags=home,home%2Fgroceries",
                    "identifier=1&title=My%20Note%20Title"
                ),
                (
                    "bear://x-callback-url/open-note?title=My%20Note%20Title&exclude_trashed=yes",
                    "note=First%20line&identifier=1&title=My%20Note%20Title&tags=%5B%22home%22%2C%22home%2Fgroceries%22%5D"
                        + "&is_trashed=no&modificationDate=DATE&creationDate=DATE"
                ),
                (
                    "bear://x-callback-url/open-note",
                    "errorCode=400&errorMessage=At%20least%20one%20of%20the%20parameters%20%22id%22%20and%20%22title%22%20is%20required."
                ),
                (
                    "bear://x-callback-url/open-note?id=7",
                    "errorCode=404&errorMessage=there%20is%20no%20such%20note"
                ),
                (
                    "bear://x-callback-url/tags?token=secret",
                    "tags=%5B%7B%22name%22%3A%22home%22%7D%2C%7B%22name%22%3A%22home%2Fgroceries%22%7D%5D"
                ),
                (
                    "bear://x-callback-url/tags",
                    "errorCode=401&errorMessage=route%20%27bear.tags%27%20needs%20its%20token%3B%20send%20it%20as%20token%3D"
                ),
            ]
        ),
        (
            "Drafts",
            [
                ("drafts://x-callback-url/create?text=Hello%20World%0A%2B1&tag=a&tag=b%2Cc", "uuid=1"),
                ("drafts://create?text=two", "uuid=2"),
                ("drafts://x-callback-url/get?uuid=1", "text=Hello%20World%0A%2B1"),
                ("drafts://x-callback-url/get?uuid=1&retParam=body", "body=Hello%20World%0A%2B1"),
                (
                    "drafts://x-callback-url/get?uuid=1&retParam=x-success",
                    "errorCode=400&errorMessage=Value%20for%20parameter%20%22retParam%22%20cannot%20name%20a%20result."
                ),
            ]
        ),
        (
            "Ulysses",
            [
                (
                    "ulysses://x-callback-url/new-sheet?text=%23%20Title%0AText&group=%2FMy%20Group&index=0",
                    "targetId=1&targetURL=ulysses%3A%2F%2Fx-callback-url%2Fopen%3Fid%3D1"
                ),
                (
                    "ulysses://x-callback-url/read-sheet?id=1&text=YES&access-token=secret",
                    "sheet=%7B%22identifier%22%3A%221%22%2C%22title%22%3A%22Title%22%2C%22titleType%22%3A%22heading1%22%2C"
                        + "%22text%22%3A%22%23%20Title%5CnText%22%7D"
                ),
                (
                    "ulysses://x-callback-url/read-sheet?id=5&access-token=secret",
                    "errorCode=4&errorMessage=there%20is%20no%20such%20sheet"
                ),
            ]
        ),
        (
            "OmniFocus",
            [("omnifocus://x-callback-url/add?name=Pick%20up&flag=true", "result=omnifocus%3A%2F%2F%2Ftask%2F1")]
        ),
        (
            "Working Copy",
            [
                (
                    "working-copy://x-callback-url/chain?repo=my%20repo&key=secret&command=write&path=a&text=one%20%2B"
                        + "&command=write&path=b&text=two&command=commit&message=fix&command=push",
                    ""
                ),
                ("working-copy://x-callback-url/read/?repo=my%20repo&path=a&key=secret", "text=one%20%2B"),
                ("working-copy://x-callback-url/read/?repo=my%20repo&path=b&key=secret", "text=two"),
                (
                    "working-copy://x-callback-url/chain?repo=r&key=secret&command=clone",
                    "errorCode=unknown-command&errorMessage=write%2C%20commit%20and%20push%20are%20the%20commands%20of%20a%20chain"
                ),
            ]
        ),
        (
            "Obsidian",
            [
                (
                    "obsidian://actions-uri/note/create?vault=Work&file=To%20do.md&content=a%2Bb%20c&silent=1",
                    "result-content=a%2Bb%20c&result-filepath=To%20do.md&result-properties=%7B%22uid%22%3A%221%22%7D"
                ),
                (
                    "obsidian://actions-uri/note/get?vault=Work&file=To%20do.md&silent=false",
                    "result-body=a%2Bb%20c&result-content=a%2Bb%20c&result-filepath=To%20do.md"
                        + "&result-properties=%7B%22uid%22%3A%221%22%7D"
                ),
                ("obsidian://actions-uri/note/get?vault=Work&uid=1&silent=please", "result-filepath=To%20do.md"),
                (
                    "obsidian://actions-uri/note/get?vault=Work&uid=9",
                    "errorCode=404&errorMessage=there%20is%20no%20such%20note"
                ),
                (
                    "obsidian://actions-uri/note/get?vault=Work&uid=1&file=a",
                    "errorCode=400&errorMessage=Only%20one%20of%20the%20parameters%20%22file%22%20and%20%22uid%22%20may%20be%20given."
                ),
                // As URLSearchParams writes it.
                ("obsidian://advanced-uri?vault=Work&filepath=To+do.md&data=d+%2B+e", "title=To%20do"),
                (
                    "obsidian://actions-uri/note/get?vault=Work&uid=1",
                    "result-body=a%2Bb%20c%0Ad%20%2B%20e"
                        + "&result-content=a%2Bb%20c%0Ad%20%2B%20e&result-filepath=To%20do.md"
                        + "&result-properties=%7B%22uid%22%3A%221%22%7D"
                ),
            ]
        ),
        (
            "Joplin",
            [
                ("joplin://x-callback-url/openNote?id=0123456789abcdef0123456789abcdef", ""),
                (
                    "joplin://x-callback-url/openNote?id=1",
                    "errorCode=400&errorMessage=Value%20for%20parameter%20%22id%22%20has%20incorrect%20type."
                ),
            ]
        ),
        (
            "Shortcuts",
            [
                (
                    "shortcuts://x-callback-url/run-shortcut?name=Upper%20Case&input=text&text=H%C3%A9%20%26",
                    "result=H%C3%89%20%26"
                ),
                (
                    "shortcuts://x-callback-url/run-shortcut?name=None",
                    "errorCode=no-shortcut&errorMessage=there%20is%20no%20such%20shortcut"
                ),
            ]
        ),
    ]

    @Test(.timeLimit(.minutes(2)), arguments: apps)
    func `an app's manual is answered byte for byte`(app: String, rows: [(String, String)]) throws {
        let daemon = try start()
        for (url, appended) in rows {
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
