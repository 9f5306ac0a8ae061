import Foundation
import QueryCoding
import TestSupport
import Testing

/// The arguments, input, environment and folder of a command.
@Suite(.timeLimit(.minutes(1)))
struct CommandInputTests {
    /// Prints each of its arguments as a line.
    private static let arguments = """
        {name: a, path: /a, output: lines, input: {title: string?, tags: [line], n: int?}, \
        run: [printf, "<%s>\\\\n", --title=$title, [--tag, $tags], "n=$n$$", "${x-source}", --, $title]}
        """

    @Test(arguments: [
        ("title=x&n=5&x-source=me", ["<--title=x>", "<n=5$>", "<me>", "<-->", "<x>"]),
        (
            "title=%24%28touch%20x%29&n=1&x-source=%60id%60",
            ["<--title=$(touch x)>", "<n=1$>", "<`id`>", "<-->", "<$(touch x)>"]
        ),
        (
            "title=%24n%20%24%7Btags%7D&n=1&x-source=s",
            ["<--title=$n ${tags}>", "<n=1$>", "<s>", "<-->", "<$n ${tags}>"]
        ),
        ("title=-rf&n=-1&x-source=s", ["<--title=-rf>", "<n=-1$>", "<s>", "<-->", "<-rf>"]),
        ("title=%2A%20%3F%20%7E&n=1&x-source=s", ["<--title=* ? ~>", "<n=1$>", "<s>", "<-->", "<* ? ~>"]),
        ("title=&n=1&x-source=s", ["<--title=>", "<n=1$>", "<s>", "<-->", "<>"]),
        ("tags=a&tags=b%20c&x-source=s", ["<--tag>", "<a>", "<--tag>", "<b c>", "<s>", "<-->"]),
        ("", ["<-->"]),
    ])
    func `each value is one argument, literally, and an absent one disappears`(query: String, lines: [String]) throws {
        let daemon = try RunningDaemon.serving(Self.arguments)
        let result = try daemon.reply(to: "t:///a?\(query)")["output"]?["result"]
        #expect(result == .array(lines.map { .string($0) }))
        #expect(!FileManager.default.fileExists(atPath: "\(daemon.sandbox.path)/home/x"))
    }

    @Test func `stdin json is the whole input in the order of the file`() throws {
        let daemon = try RunningDaemon.serving(
            """
            {name: s, path: "/s/{id:int}", stdin: json, output: json, run: [cat], \
            input: {title: line, tags: [line], on: bool?, body: string?}}
            """)
        let reply = try daemon.reply(to: "t:///s/7?body=a%0A%22b&title=T&tags=x&tags=y&on=yes&other=1")
        #expect(
            reply["output"]?.json
                == "{\"id\":7,\"title\":\"T\",\"tags\":[\"x\",\"y\"],\"on\":true,\"body\":\"a\\n\\\"b\"}")
    }

    @Test(arguments: [("body=a%0Ab", "a\nb"), ("body=", ""), ("", "")])
    func `stdin can be one value, byte for byte`(query: String, text: String) throws {
        let daemon = try RunningDaemon.serving(
            "{name: s, path: /s, stdin: $body, output: text, input: {body: string?}, run: [cat]}")
        #expect(try daemon.reply(to: "t:///s?\(query)")["output"]?["result"] == .string(text))
    }

    @Test func `a command without stdin reads nothing, and a command may leave its stdin unread`() throws {
        let daemon = try RunningDaemon.serving(
            """
            {name: none, path: /none, output: text, run: [cat]}
            {name: deaf, path: /deaf, stdin: $body, output: text, input: {body: string}, run: [printf, done]}
            """)
        #expect(try daemon.reply(to: "t:///none")["output"]?["result"] == "")
        let long = String(repeating: "a", count: 900_000)
        #expect(try daemon.reply(to: "t:///deaf?body=\(long)")["output"]?["result"] == "done")
        #expect(daemon.isRunning)
    }

    @Test func `an argument longer than the system takes is too large`() throws {
        let daemon = try RunningDaemon.serving("{name: e, path: /e, input: {v: string}, run: [echo, --, $v]}")
        let long = String(repeating: "a", count: 200_000)
        #expect(try daemon.reply(to: "t:///e?v=\(long)")["error"]?["code"] == 413)
        #expect(try daemon.reply(to: "t:///e?v=short")["outcome"] == "success")
    }

    @Test func `the environment is an allow-list and the variables of the request`() throws {
        let daemon = try RunningDaemon.serving(
            "{name: env, path: /env, output: lines, environment: [ROUTE_ALLOWED], run: [env]}",
            settings: "environment: [ALLOWED]\n",
            extra: [
                "BROWSER": "/bin/evil", "LD_LIBRARY_PATH": "/nonexistent", "SECRET": "s", "ALLOWED": "a",
                "ROUTE_ALLOWED": "r", "LC_TIME": "C", "XCALLBACK_DEPTH": "3", "LISTEN_PID": "1", "PYTHONPATH": "/x",
            ])
        let reply = try daemon.reply(to: "t:///env?x-source=me%20too&PATH=%2Fevil&SECRET=x")
        guard case .array(let lines)? = reply["output"]?["result"] else { throw Failure(reply.json) }
        let pairs = lines.compactMap(\.string).map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let variables = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
        #expect(
            Set(variables.keys).subtracting(["PWD", "SHLVL", "_"]) == [
                "PATH", "HOME", "LANG", "LC_TIME", "DISPLAY", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                "XDG_STATE_HOME", "ALLOWED", "ROUTE_ALLOWED", "XCALLBACK_ID", "XCALLBACK_ROUTE", "XCALLBACK_SOURCE",
                "XCALLBACK_DOOR", "XCALLBACK_DEPTH", "XCALLBACK_SOCKET_DIRECTORY", "XDG_CURRENT_DESKTOP",
                "DBUS_SESSION_BUS_ADDRESS",
            ])
        #expect(variables["PATH"].map { "\($0)" } == daemon.sandbox.environment["PATH"])
        #expect(variables["XCALLBACK_ID"].map { "\($0)" } == reply["id"]?.string)
        #expect(variables["XCALLBACK_ROUTE"] == "t.env")
        #expect(variables["XCALLBACK_SOURCE"] == "me too")
        #expect(variables["XCALLBACK_DOOR"] == "control")
        #expect(variables["XCALLBACK_DEPTH"] == "1")
    }

    @Test func `a command starts in its directory, else in the home`() throws {
        let daemon = try RunningDaemon.serving(
            """
            {name: home, path: /home, output: text, run: [pwd, -P]}
            {name: here, path: /here, directory: ., output: text, run: [pwd, -P]}
            {name: root, path: /root, directory: /, output: text, run: [pwd, -P]}
            {name: gone, path: /gone, directory: gone, output: text, run: [pwd, -P]}
            """)
        let urls = ["home", "here", "root", "gone"].map { "t:///\($0)" }
        let replies = try daemon.replies(to: urls)
        #expect(
            replies.map { $0["output"]?["result"]?.string } == [
                "\(daemon.sandbox.path)/home", daemon.sandbox.routesFolder, "/", nil,
            ])
        #expect(replies.last?["error"]?["code"] == 500)
    }

    @Test func `a client that closes right after its line does not stop the command`() throws {
        let daemon = try RunningDaemon.serving(
            "{name: w, path: /w, input: {f: line}, run: [sh, -c, 'echo ran > \"$$1\"', sh, $f]}")
        let pipe = try NamedPipe("\(daemon.sandbox.path)/f")
        try daemon.begin("t:///w?f=\(pipe.parameter)")
        #expect(pipe.line() == "ran")
    }

    @Test func `commands past limits.running wait, and those past limits.waiting are 503 at once`() throws {
        let daemon = try RunningDaemon.serving(
            "{name: w, path: /w, output: text, input: {f: line}, run: [sh, -c, 'echo on > \"$$1\"; head -n1 \"$$1.end\"', sh, $f]}",
            settings: "limits: {running: 1, waiting: 1}\n")
        let pipe = try NamedPipe("\(daemon.sandbox.path)/f")
        let end = try NamedPipe("\(daemon.sandbox.path)/f.end")
        let first = try daemon.begin("t:///w?f=\(pipe.parameter)")
        #expect(pipe.line() == "on")
        _ = try daemon.accept("t:///w?f=\(pipe.parameter)")
        #expect(try daemon.reply(to: "xcallback:///ping")["error"]?["code"] == 503)
        end.write("1")
        #expect(try first.reply()["output"]?["result"] == "1")
        #expect(pipe.line() == "on")
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        end.write("2")
    }
}
