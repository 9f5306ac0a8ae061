import Foundation
import QueryCoding
import TestSupport
import Testing

/// `xcallback new` and `xcallback edit`: the files that they write, and what happens after a mistake.
@Suite(.timeLimit(.minutes(1)))
struct NewCommandTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Sandbox()
        daemon = try RunningDaemon(sandbox)
    }

    private func new(_ arguments: String...) throws -> Ended {
        try daemon.xcallback(["new", "--no-install"] + arguments)
    }

    private var file: String { "config/xcallbackd/routes.d/hello.yaml" }

    private static let greet = ["hello/greet", "--input", "name=line", "--", "printf", "Hello %s", "$name"]

    @Test func `new writes a file, loads it, and prints a link that runs`() throws {
        let ended = try daemon.xcallback(["new", "--no-install"] + Self.greet)
        #expect(ended.status == 0, "\(ended)")
        #expect(
            ended.output.split(separator: "\n") == [
                "wrote \(sandbox.path)/\(file)", "name   hello.greet", "link   hello:///greet?name=name",
                "shell  xcallback run hello.greet name=name", "runs   printf 'Hello %s' name",
                "click  asks you first",
            ])
        #expect(try daemon.reply(to: "hello:///greet?name=name")["output"]?["result"] == "Hello name")
        #expect(try daemon.reply(to: "hello:///greet?name=A'%20%22b")["output"]?["result"] == "Hello A' \"b")
        #expect(try sandbox.contents("state/xcallbackd/declined-schemes") == "hello\n")
        #expect(try !daemon.xcallback(["reload"]).errors.contains("hello:"))
    }

    @Test func `new gives the route the name that is wanted`() throws {
        let ended = try new("hello/{who}", "--name", "welcome", "--", "printf", "Hello %s", "$who")
        #expect(ended.status == 0 && ended.output.contains("\nname   hello.welcome\n"), "\(ended)")
        let refused = try new("hello/other", "--name", "not one", "--", "true")
        #expect(refused.status == 78 && refused.errors.contains("name: 'not one': "), "\(refused)")
    }

    @Test(arguments: [["new"] + greet, ["edit", "hello.yaml"]])
    func `a folder that cannot be written is named`(arguments: [String]) throws {
        var environment = sandbox.environment
        // No user may make a file there, not even root.
        environment["XDG_CONFIG_HOME"] = "/sys"
        let ended = try run("\(Products.folder)/xcallback", arguments, environment)
        #expect(ended.status == 1 && ended.output == "", "\(ended)")
        #expect(ended.errors.contains("xcallback: cannot make the directory '/sys/"), "\(ended)")
    }

    @Test(.needs(programs: "xdg-mime", "update-desktop-database"))
    func `new shows what an installation warns of once`() throws {
        let first = try daemon.xcallback(["new"] + Self.greet)
        #expect(first.status == 0 && first.errors.contains("/home/.local/bin is not on PATH"), "\(first)")
        let second = try daemon.xcallback(["new", "other/greet", "--", "true"])
        #expect(second.status == 0 && second.errors.contains("other"), "\(second)")
        #expect(!second.errors.contains("PATH"), "\(second)")
    }

    @Test func `new writes what an agent needs`() throws {
        let ended = try new(
            "hello/find", "--agent", "ask", "--effect", "reads", "--description", "Finds it", "--output",
            #"{"id":"int","url":"url?"}"#, "--", "true")
        #expect(ended.status == 0, "\(ended)")
        let text = try sandbox.contents(file)
        for line in ["description: 'Finds it'", "effect: reads", "agent: ask", "output: {id: int, url: 'url?'}"] {
            #expect(text.contains("    \(line)\n"), "\(text)")
        }
        let routes = try daemon.xcallback(["routes", "hello"]).output
        #expect(routes.contains("agent: ask") && routes.contains("id: int,"), "\(routes)")
        let wrong = try new("hello/other", "--agent", "yes", "--", "true")
        #expect(wrong.status != 0 && wrong.errors.contains("agent: yes: "), "\(wrong)")
    }

    @Test func `new adds a route to the file of the scheme`() throws {
        #expect(try daemon.xcallback(["new", "--no-install"] + Self.greet).status == 0)
        let ended = try new(
            "hello/show/{id:int}", "--summary", "It's: \"é\"", "--desktop", "allow", "--input", "tags=[line]",
            "--input",
            #"how={"one-of":["a b","no"]}"#, "--output", "lines", "--", "printf", "--", "%s\n", "$id", "$tags", "$how",
            "# [x]")
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.output.contains("link   hello:///show/1?") && ended.output.contains("click  runs it unasked"))
        let reply = try daemon.reply(to: "hello:///show/7?tags=a&tags=b%3A&how=no")
        #expect(reply["output"]?["result"] == ["7", "a", "b:", "no", "# [x]"])
        #expect(try daemon.reply(to: "hello:///greet?name=x")["outcome"] == "success")
        let check = try run("\(Products.folder)/xcallbackd", ["--check"], sandbox.environment)
        #expect(check.status == 0, "\(check)")
    }

    @Test(arguments: [
        (["hello/greet", "--", "true"], "hello.yaml:7:5"),
        (["hello/bad", "--input", "a=lin", "--", "true"], "a: lin: unknown type 'lin'; did you mean 'line'?"),
        (["hello/bad", "--", "echo", "$x"], "run: [echo, $x]: unknown parameter '$x'"),
        (["hello/bad", "--desktop", "always", "--", "true"], "desktop: always: "),
    ])
    func `a file with a mistake is not written`(arguments: [String], mistake: String) throws {
        #expect(try daemon.xcallback(["new", "--no-install"] + Self.greet).status == 0)
        #expect(try new("hello/other", "--", "no-such-program").status == 0)
        let before = try sandbox.contents(file)
        let ended = try daemon.xcallback(["new", "--no-install"] + arguments)
        #expect(ended.status == 78 && ended.errors.contains(mistake), "\(ended)")
        #expect(ended.errors.split(separator: "\n").count == 2, "\(ended)")
        // Neither warnings of other routes, nor lines of a file that does not have them.
        let lines = ended.errors.split(separator: "\n")
        #expect(lines.last == "xcallback: nothing was changed" && !ended.errors.contains("no-such"), "\(ended)")
        #expect(arguments[0] == "hello/greet" || !ended.errors.contains("hello.yaml"), "\(ended)")
        #expect(try sandbox.contents(file) == before)
        #expect(try daemon.reply(to: "hello:///greet?name=x")["outcome"] == "success")
    }

    @Test func `a route that ties with one of another file is not written`() throws {
        try sandbox.routes("schemes: [hello]\nroutes: [{name: other, path: /greet, run: [\"true\"]}]\n", "another")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        let ended = try daemon.xcallback(["new", "--no-install"] + Self.greet)
        #expect(ended.status == 78 && ended.errors.contains("ties with"), "\(ended)")
        #expect(
            ended.errors.contains(": route 'hello.greet' (/greet) ties with 'another.other'") && ended.output == "",
            "\(ended)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/\(file)"))
        #expect(try daemon.xcallback(["check"]).status == 0)
    }

    @Test func `lines for a file of another form are printed instead`() throws {
        try sandbox.routes("schemes: [hello]\nroutes: [{name: a, path: /a, run: [\"true\"]}]\n", "hello")
        let ended = try daemon.xcallback(["new", "--no-install"] + Self.greet)
        #expect(ended.status == 78 && ended.output.hasPrefix("  - name: greet\n    path: /greet\n"), "\(ended)")
    }

    @Test func `new prints the warnings about the new route alone`() throws {
        #expect(try daemon.xcallback(["new", "--no-install"] + Self.greet).errors == "")
        let missing = try new("hello/other", "--", "no-such-program")
        #expect(missing.status == 0 && missing.errors.contains("no-such-program"), "\(missing)")
        let unused = try new("hello/unused", "--input", "n", "--", "printf", "Hello ")
        #expect(unused.status == 0 && unused.errors.contains("nothing uses the input 'n'"), "\(unused)")
        #expect(unused.errors.contains("in single quotes: '$name'") && !unused.errors.contains("no-such"), "\(unused)")
    }

    @Test(arguments: [
        ["hello/x", "--input", "n", "--"], ["hello/x", "--input", "n", "--", ""],
        ["hello/x", "--input", "n", "--", "echo", ""], ["hello/{n}", "--", "echo", ""],
    ])
    func `new without a program or a value says what a shell did to it`(arguments: [String]) throws {
        let ended = try daemon.xcallback(["new"] + arguments)
        #expect(ended.status == 64 && ended.errors.contains("in single quotes: '$name'"), "\(ended)")
    }

    @Test(arguments: [
        ("n", "n=a%20b", true), ("n=small|large", "n=large", true), ("n=small|large", "n=a", false),
        ("n=small|large?", "", true), ("n=[small|large]", "n=large&n=small", true),
        ("n=path:/etc", "n=passwd", true), ("n=path:~", "n=", false), ("n=path?:.", "", true),
        (#"n={"type":"int","min":1,"max":5,"default":1}"#, "n=6", false),
        ("n=[path:/etc]", "n=passwd&n=group", true), ("n=path:/etc", "n=../etc/passwd", false),
    ])
    func `new takes short forms of inputs`(input: String, query: String, isAccepted: Bool) throws {
        try sandbox.write("", to: "home/a.txt")
        let ended = try new("hello/short", "--input", input, "--", "echo", "$n")
        #expect(ended.status == 0 && ended.errors == "", "\(ended)")
        #expect(try daemon.reply(to: "hello:///short?\(query)")["outcome"] == (isAccepted ? "success" : "error"))
    }

    @Test(arguments: [
        ("n=enum", "n=a|b"), ("n=one-of?", "n=a|b"), ("n=choice", "n=a|b"), ("n=low,high", "n=low|high"),
        ("n=[low, high]", "n=[low|high]"), ("n=file", "n=path:DIR"), ("n=path", "n=path:DIR"),
        ("n=int=5", #"n={"type":"int","min":1,"max":5,"default":1}"#),
        ("n=int 1..5", #"n={"type":"int","min":1,"max":5,"default":1}"#),
        ("n=line?=x", #"n={"type":"line","default":"…"}"#),
    ])
    func `new and serve say how a type is written in an argument`(input: String, spelling: String) throws {
        for command in [["new", "hello/x"], ["serve", "hello.x", "--path", "/x"]] {
            let ended = try daemon.xcallback(command + ["--input", input, "--", "echo", "$n"])
            #expect(ended.status == 64 && ended.errors.contains("write '\(spelling)'\n"), "\(ended)")
        }
    }

    @Test(.needs(PyYAML.absence))
    func `new writes a file that PyYAML reads`() throws {
        let inputs = ["a=line?", "b=int?", "c=small|large?", "d=[line]", #"e={"type":"line?","pattern":"[a-z]"}"#]
        let words = ["=", "2027-99-99", "0x_", "0b_", "no", "1.5", "-", "~", "5s", "line?"]
        let ended = try daemon.xcallback(
            ["new", "--no-install", "hello/all"] + inputs.flatMap { ["--input", $0] } + [
                "--summary", "All: of it?", "--", "echo",
            ] + words)
        #expect(ended.status == 0, "\(ended)")
        let text = try sandbox.contents(file)
        #expect(try PyYAML.faults([text]) == [nil], "\(text)")
    }

    @Test func `new takes the root of a scheme, and prints a bookmark for the parts of a page`() throws {
        let inputs = ["title", "url=url", "n=int?"].flatMap { ["--input", $0] }
        let ended = try daemon.xcallback(["new", "--no-install", "hello/"] + inputs + ["--", "echo", "$url"])
        #expect(ended.status == 0 && ended.output.contains("\nname   hello.open\n"), "\(ended)")
        let bookmark =
            "javascript:void(location='hello:///?title='+encodeURIComponent(document.title)"
            + "+'&url='+encodeURIComponent(location.href))"
        #expect(ended.output.contains("\npage   \(bookmark)\n"), "\(ended)")
        #expect(try daemon.reply(to: "hello:?title=a&url=https://b.org/")["output"]?["result"] == "https://b.org/")
        let more = try new("hello/more", "--input", "url", "--input", "who", "--", "echo", "$url")
        #expect(more.status == 0 && !more.output.contains("javascript:"), "\(more)")
    }

    @Test func `new takes a line for a shell as a script alone`() throws {
        let sign = try new("hello/sign", "--input", "f", "--", "echo", "$f", "|", "sort")
        #expect(sign.status == 0, "\(sign)")
        #expect(sign.errors == "xcallback: no shell runs this command, so '|' is an argument of echo; see --script\n")
        let shell = try new("hello/sh", "--input", "f", "--", "sh", "-c", "wc -w < \"$1\"", "sh", "$f")
        #expect(shell.status == 78 && shell.errors.contains("'$' in 'wc -w < \"$1\"' must be followed"), "\(shell)")
        #expect(shell.errors.contains("; to run a line with a shell, --script is simpler\n"), "\(shell)")
        let ended = try new("hello/count", "--input", "f", "--script", "echo \"it's $f\" |\n  wc -w")
        #expect(ended.status == 0 && ended.errors == "", "\(ended)")
        #expect(try daemon.reply(to: "hello:///count?f=a%20b")["output"]?["result"] == "3")
        let capital = try new("hello/failed", "--input", "errorCode=text", "--script", "echo \"$errorCode\"")
        #expect(capital.status == 0 && capital.errors == "", "\(capital)")
        #expect(try daemon.reply(to: "hello:///failed?errorCode=4%0A0")["output"]?["result"] == "4\n0")
        let both = try new("hello/both", "--script", "true", "--", "true")
        #expect(
            both.status == 64 && both.errors.contains("--script and '-- COMMAND' cannot be used together"), "\(both)")
    }

    @Test(arguments: [[], ["hello"], ["hello/x"], ["7/x", "--", "true"]])
    func `new without its parts is a wrong command line`(arguments: [String]) throws {
        let ended = try daemon.xcallback(["new"] + arguments)
        #expect(ended.status == 64 && ended.errors.contains("xcallback new hello/greet"), "\(ended)")
        #expect(ended.errors.contains("\nUsage: xcallback new "), "\(ended)")
    }

    /// Runs `new` on a terminal, with these lines as the answers.
    private func dialogue(_ answers: String..., arguments: String = "") throws -> Ended {
        try sandbox.write(answers.map { "\($0)\n" }.joined(), to: "answers")
        let program = "\(Products.folder)/xcallback new --no-install \(arguments)"
        return try run(
            "/bin/sh", ["-c", "script -qec '\(program)' /dev/null <'\(sandbox.path)/answers'"], sandbox.environment)
    }

    @Test(.needs(programs: "script"))
    func `new asks again for an answer with a mistake`() throws {
        #expect(try daemon.xcallback(["new", "--no-install"] + Self.greet).status == 0)
        try sandbox.routes("schemes: [hello]\nroutes: [{name: other, path: /other, run: [\"true\"]}]\n", "zone")
        let ended = try dialogue(
            "count", "hello/greet", "hello/other", "hello/three", "", "name=line", "name=int", "n=nmber", "n=enum",
            "n=number",
            "=line", "", "echo $nam", "extra", "gone", "-none", "-gone", "", "echo $name $n $extra", "maybe", "no",
            "")
        #expect(ended.status == 0 && ended.output.contains("click  asks you first"), "\(ended)")
        for reason in [
            "'count' is not a scheme and a path, as in hello/greet", "route 'hello.greet' is already declared at ",
            "route 'hello.other' (/other) ties with 'zone.other'", "there is an input 'name' already",
            "unknown type 'nmber'; did you mean 'number'?",
            "write 'n=a|b'", "write name=type, or a name alone", "unknown parameter '$nam'",
            "write yes or no",
        ] {
            #expect(ended.output.contains(reason), "\(reason): \(ended)")
        }
        #expect(
            try sandbox.contents(file).contains("    input:\n      name: line\n      n: number\n      extra: line\n"))
        #expect(try daemon.reply(to: "hello:///three?name=a&n=1.5&extra=b")["output"]?["result"] == "a 1.5 b")
    }

    @Test(.needs(programs: "script"))
    func `new refuses a mistake of its arguments before it asks`() throws {
        let ended = try dialogue(arguments: "hello/x --input a=lin")
        #expect(ended.status == 78 && ended.output.contains("a: lin: unknown type 'lin'"), "\(ended)")
        #expect(!ended.output.contains("in one line?"), "\(ended)")
    }

    @Test(.needs(programs: "script"))
    func `new asks for each part on a terminal`() throws {
        let ended = try dialogue(
            "hello", "hello/two", "Say two", "name", "", "", "", "echo $name | tr a-z A-Z", "n", "",
            "printf '%s \"two\"' \"$name\"",
            "y", "no", "", "printf '%s \"two\"' $name", "y", "")
        #expect(ended.status == 0 && ended.output.contains("click  runs it unasked"), "\(ended)")
        #expect(!ended.output.contains("in single quotes"), "\(ended)")
        #expect(ended.output.contains("no shell runs a command, so '|' would be an argument"), "\(ended)")
        #expect(try daemon.reply(to: "hello:///two?name=x")["output"]?["result"] == "x \"two\"")
    }

    @Test(.needs(programs: "script"))
    func `new offers a script for a line that only a shell can run`() throws {
        let ended = try dialogue("hello/shout", "", "name", "", "echo \"$name\" | tr a-z A-Z", "y", "y", "yes")
        #expect(ended.status == 0, "\(ended)")
        #expect(try sandbox.contents(file).contains("    script: "))
        #expect(try daemon.reply(to: "hello:///shout?name=x%20y")["outcome"] == "success")
    }

    @Test(arguments: [
        ("sed -i s/Hello/Hi/", Int32(0), "Hi x"), ("sed -i s/path:/pat:/", 78, "Hello x"), ("true", 0, "Hello x"),
        ("false", 1, "Hello x"), ("rm", 0, "Hello x"),
    ])
    func `edit replaces a file by one without a mistake alone`(editor: String, status: Int32, result: String) throws {
        #expect(try daemon.xcallback(["new", "--no-install"] + Self.greet).status == 0)
        var environment = sandbox.environment
        environment["EDITOR"] = editor
        environment["VISUAL"] = nil
        let ended = try run("\(Products.folder)/xcallback", ["edit", "hello"], environment)
        #expect(ended.status == status, "\(ended)")
        if status == 78 { #expect(ended.errors.contains("\(sandbox.path)/\(file):8:5: unknown key 'pat'")) }
        #expect(try daemon.reply(to: "hello:///greet?name=x")["output"]?["result"]?.string == result)
        let folder = "\(sandbox.path)/config/xcallbackd/routes.d"
        // What was typed is kept after a mistake.
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "hello.yaml" }
        #expect(left.count == (status == 78 ? 1 : 0))
        if status == 78 { #expect(ended.errors.contains("your text is in \(folder)/\(left[0])/hello.yaml")) }
    }

    @Test(.needs(programs: "script"))
    func `edit asks after a mistake, and keeps the text of an editor that fails`() throws {
        #expect(try daemon.xcallback(["new", "--no-install"] + Self.greet).status == 0)
        var environment = sandbox.environment
        // The first edit makes a mistake, and the next corrects it; the editor leaves a copy beside the file.
        environment["VISUAL"] = "sed -i~ 's/pat:/path:/; t; s/path:/pat:/; s/Hello/Hi/'"
        let ended = try edit(on: environment, answers: "foo\n\n")
        #expect(ended.status == 0 && ended.output.contains("Edit again? [yes]"), "\(ended)")
        #expect(ended.output.contains("xcallback: write yes or no"), "\(ended)")
        #expect(try daemon.reply(to: "hello:///greet?name=x")["output"]?["result"] == "Hi x")
        let folder = "\(sandbox.path)/config/xcallbackd/routes.d"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["hello.yaml"])
        environment["VISUAL"] = "fail() { echo more >> \"$1\"; false; }; fail"
        let failed = try edit(on: environment, answers: "")
        #expect(failed.status == 1 && failed.output.contains("your text is in \(folder)/.edit-"), "\(failed)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }

    /// Runs `edit hello` on a terminal.
    private func edit(on environment: [String: String], answers: String) throws -> Ended {
        try sandbox.write(answers, to: "answers")
        let program = "\(Products.folder)/xcallback edit hello"
        return try run("/bin/sh", ["-c", "script -qec '\(program)' /dev/null <'\(sandbox.path)/answers'"], environment)
    }

    @Test func `new and edit write a file without a daemon`() throws {
        var environment = sandbox.environment
        environment["VISUAL"] = "sed -i s/Hello/Hi/"
        let none = ["--socket-directory", "\(sandbox.path)/none"]
        for (arguments, status) in [
            (["new"] + none + Self.greet, Int32(0)), (["edit"] + none + ["hello"], 0),
        ] {
            let ended = try run("\(Products.folder)/xcallback", arguments, environment)
            #expect(ended.status == status, "\(ended)")
            #expect(ended.output.hasSuffix(" \(sandbox.path)/\(file)\n"), "\(ended)")
            #expect(ended.errors.hasPrefix("xcallback: no daemon is running; the daemon loads the file when it starts"))
        }
        #expect(try daemon.xcallback(["reload"]).status == 0)
        #expect(try daemon.reply(to: "hello:///greet?name=x")["output"]?["result"] == "Hi x")
    }

    @Test func `edit keeps a text that the daemon refuses`() throws {
        try sandbox.routes("schemes: [hello]\nroutes: [{name: other, path: /other, run: [\"true\"]}]\n", "another")
        #expect(try daemon.xcallback(["new", "--no-install"] + Self.greet).status == 0)
        var environment = sandbox.environment
        environment["VISUAL"] = "sed -i s,/greet,/other,"
        let ended = try run("\(Products.folder)/xcallback", ["edit", "hello"], environment)
        #expect(ended.status == 78 && ended.errors.contains("ties with") && ended.output == "", "\(ended)")
        #expect(ended.errors.contains("your text is in "))
        #expect(try daemon.reply(to: "hello:///greet?name=x")["output"]?["result"] == "Hello x")
    }

    @Test func `edit makes config yaml`() throws {
        var environment = sandbox.environment
        environment["VISUAL"] = "echo 'journal: off' >"
        let ended = try run("\(Products.folder)/xcallback", ["edit", "config"], environment)
        #expect(ended.status == 0, "\(ended)")
        #expect(try sandbox.contents("config/xcallbackd/config.yaml") == "journal: off\n")
    }

    /// Runs `edit` with a command of the shell as the editor, and returns the file that it got.
    private func edit(_ file: String, _ editor: String = "true") throws -> (ended: Ended, given: String?) {
        var environment = sandbox.environment
        environment["VISUAL"] = "given() { echo \"${1##*/}\" >'\(sandbox.path)/given'; \(editor); }; given"
        let ended = try run("\(Products.folder)/xcallback", ["edit", file], environment)
        return (ended, try? sandbox.contents("given"))
    }

    @Test func `edit takes the name of a route for the file that declares it`() throws {
        #expect(try daemon.xcallback(["new", "--no-install"] + Self.greet).status == 0)
        let edited = try edit("hello.greet", "sed -i s/Hello/Hi/ \"$1\"")
        #expect(edited.ended.status == 0 && edited.given == "hello.yaml\n", "\(edited)")
        #expect(edited.ended.output == "wrote \(sandbox.path)/\(file)\n" && edited.ended.errors == "", "\(edited)")
        #expect(try daemon.reply(to: "hello:///greet?name=x")["output"]?["result"] == "Hi x")
    }

    @Test(arguments: [("helo", "hello"), ("confg", "config")])
    func `edit refuses a name that may be misspelt`(name: String, near: String) throws {
        #expect(try daemon.xcallback(["new", "--no-install"] + Self.greet).status == 0)
        let edited = try edit(name)
        let reason = "there is no file '\(name)'; did you mean '\(near)'? '\(name).yaml' makes a new file"
        #expect(edited.ended == Ended(status: 64, output: "", errors: "xcallback: \(reason)\n"))
        #expect(edited.given == nil)
        #expect(try edit("\(name).yaml").given == "\(name).yaml\n")
    }

    @Test func `edit announces a new file, which begins with a route that works`() throws {
        let path = "\(sandbox.path)/config/xcallbackd/routes.d/other.yaml"
        let left = try edit("other")
        #expect(left.ended.errors == "xcallback: a new file: \(path)\nxcallback: nothing was changed\n")
        #expect(left.ended.status == 0 && !FileManager.default.fileExists(atPath: path), "\(left)")
        let edited = try edit("other", "sed -i s/Hello/Hi/ \"$1\"")
        #expect(edited.ended.status == 0 && edited.ended.output == "wrote \(path)\n", "\(edited)")
        #expect(try sandbox.contents("config/xcallbackd/routes.d/other.yaml").hasPrefix("# Routes of other: URLs."))
        #expect(try daemon.reply(to: "other:///greet?name=x")["output"]?["result"] == "Hi x")
    }
}
