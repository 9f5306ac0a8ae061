import Glibc
import QueryCoding
import RequestRecord
import Synchronization
import TestSupport
import Testing

/// An input of type path: a command gets the file that was checked.
@Suite(.timeLimit(.minutes(2)))
struct PathTests {
    private func start() throws -> RunningDaemon {
        let sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - {name: cat, path: /cat, input: {p: {type: path, under: \(sandbox.path)/base}}, run: [cat, --, $p], output: text}
              - {name: cats, path: /cats, input: {p: {type: [path], under: \(sandbox.path)/base}}, run: [cat, --, $p], output: text}
              - {name: find, path: /find, input: {p: {type: path, under: \(sandbox.path)/base}}, run: [find, $p, -type, f, -printf, "%f\\n"], output: lines}
              - {name: write, path: /write, input: {p: {type: path, under: \(sandbox.path)/base}, text: line}, script: 'printf %s "$text" > "$p"'}
            """, "t")
        #expect(mkdir("\(sandbox.path)/base", 0o700) == 0 && mkdir("\(sandbox.path)/base/sub", 0o700) == 0)
        try sandbox.write("inside", to: "base/sub/a.txt")
        try sandbox.write("outside", to: "secret")
        #expect(symlink("../secret", "\(sandbox.path)/base/out") == 0)
        #expect(symlink("a.txt", "\(sandbox.path)/base/sub/in") == 0)
        return try RunningDaemon(sandbox)
    }

    @Test func `a command reads, writes and searches what the path names`() throws {
        let daemon = try start()
        #expect(try daemon.reply(to: "t:///cat?p=sub/a.txt")["output"]?["result"] == "inside")
        #expect(try daemon.reply(to: "t:///cat?p=sub/in")["output"]?["result"] == "inside")
        #expect(try daemon.reply(to: "t:///cats?p=sub/a.txt&p=sub/in")["output"]?["result"] == "insideinside")
        #expect(try daemon.reply(to: "t:///find?p=sub")["output"]?["result"] == ["a.txt"])
        #expect(try daemon.reply(to: "t:///write?p=sub/a.txt&text=new")["outcome"] == "success")
        #expect(try daemon.sandbox.contents("base/sub/a.txt") == "new")
        // The history has the path as it was given.
        #expect(try daemon.xcallback(["history", "--json"]).output.contains("sub/a.txt"))
    }

    @Test(arguments: [
        ("cat?p=out", 400), ("cat?p=missing", 400), ("find?p=sub/../..", 400),
        ("cats?" + (0...32).map { _ in "p=sub" }.joined(separator: "&"), 413),
    ])
    func `a path stays beneath its folder, and names an existing file`(url: String, code: Int) throws {
        let daemon = try start()
        let reply = try daemon.reply(to: "t:///\(url)")
        #expect(reply["error"]?["code"] == .integer(code), "\(reply.json)")
        #expect(try daemon.sandbox.contents("secret") == "outside")
    }

    @Test(arguments: [Door.control, .desktop])
    func `an absolute path is read beneath its folder, also with a folder of another machine`(door: Door) throws {
        let daemon = try start()
        let base = "\(daemon.sandbox.path)/base"
        try daemon.sandbox.routes(
            """
            schemes: [ide]
            desktop: allow
            routes:
              - name: open
                path: /open
                input: {file: {type: path, under: \(base), maps: {/var/www/html: \(base)/sub}}, line: int?}
                run: [cat, --, $file]
                output: text
            """, "ide")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        func result(_ path: String) throws -> QueryValue? {
            let reply = try daemon.reply(to: "ide://open?file=\(PercentCoding.encode(path))&line=38", door: door)
            return reply["output"]?["result"] ?? reply["error"]?["code"]
        }
        for path in ["sub/a.txt", "\(base)/sub/a.txt", "/var/www/html/a.txt", "\(base)/sub/in"] {
            #expect(try result(path) == "inside", "\(path)")
        }
        // A caller cannot tell a file outside from a missing file.
        for path in [
            "\(base)/missing", "/var/www/html/missing", "\(base)/out", "\(daemon.sandbox.path)/secret", "/etc/passwd",
            "/nowhere/x", "\(base)/../secret", "\(base)//sub/a.txt", "\(base)/./sub/a.txt", base,
        ] {
            #expect(try result(path) == 400, "\(path)")
        }
    }

    @Test func `with 'as: name' a command gets a name that outlives it, unless others could take it`() throws {
        let daemon = try start()
        let base = "\(daemon.sandbox.path)/base"
        try daemon.sandbox.routes(
            """
            schemes: [n]
            routes:
              - {name: file, path: /file, input: {p: {type: path, under: \(base), as: name}}, run: [printf, "%s", $p], output: text}
              - {name: files, path: /files, input: {p: {type: [path], under: \(base), as: name}}, run: [printf, "%s\\n", $p], output: lines}
              - {name: open, path: /open, input: {p: {type: path, under: \(base)}}, run: [cat, $p]}
            """, "n")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        func result(_ url: String) throws -> QueryValue? { try daemon.reply(to: "n:///\(url)")["output"]?["result"] }
        #expect(try result("file?p=sub/a.txt") == .string("\(base)/sub/a.txt"))
        #expect(try result("file?p=sub") == .string("\(base)/sub"))
        // A link inside the folder is followed before the name is handed out.
        #expect(try result("files?p=sub/in&p=sub") == [.string("\(base)/sub/a.txt"), .string("\(base)/sub")])
        #expect(try daemon.reply(to: "n:///file?p=out")["error"]?["code"] == 400)
        func command(_ url: String) throws -> String { try daemon.xcallback(["explain", "n:///\(url)"]).output }
        #expect(try command("file?p=sub/a.txt").contains("printf %s \(base)/sub/a.txt"))
        #expect(try command("open?p=sub/a.txt").contains("cat /proc/PID/fd/N\n"))
        #expect(chmod("\(base)/sub", 0o777) == 0)
        for url in ["file?p=sub/a.txt", "files?p=sub/in"] {
            let error = try daemon.reply(to: "n:///\(url)")["error"]
            #expect(
                error?["code"] == 400 && error?["detail"]?.string?.hasSuffix("a folder that others may write") == true)
        }
        // The name of the folder itself is beyond their reach.
        #expect(try result("file?p=sub") == .string("\(base)/sub"))
    }

    @Test func `a file that is exchanged for a link while commands read it leads nowhere outside`() async throws {
        let daemon = try start()
        let folder = "\(daemon.sandbox.path)/base/sub"
        let isOver = Mutex(false)
        let exchanger = Task.detached {
            link("\(folder)/a.txt", "\(folder)/kept")
            while !isOver.withLock({ $0 }) {
                symlink("../../secret", "\(folder)/next")
                rename("\(folder)/next", "\(folder)/a.txt")
                link("\(folder)/kept", "\(folder)/next")
                rename("\(folder)/next", "\(folder)/a.txt")
            }
        }
        defer { isOver.withLock { $0 = true } }
        let count = Scale.count(300, upTo: 5000)
        let replies = try daemon.replies(to: Array(repeating: "t:///cat?p=sub/a.txt", count: count))
        isOver.withLock { $0 = true }
        await exchanger.value
        let outcomes = Dictionary(grouping: replies) { $0["output"]?["result"]?.string ?? $0["error"]?["code"]?.text }
        // Both were met: the file, which is read, and the link, which is refused.
        #expect(Set(outcomes.keys) == ["inside", "400"])
    }
}
