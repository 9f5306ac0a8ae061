import Foundation
import QueryCoding
import TestSupport
import Testing

/// `xcallback new` and `xcallback edit`, beside what their transcripts show: what they ask on a terminal.
@Suite(.timeLimit(.minutes(1)))
struct NewCommandTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Sandbox()
        daemon = try RunningDaemon(sandbox)
    }

    private var file: String { "config/xcallbackd/routes.d/hello.yaml" }

    private static let greet = ["hello/greet", "--input", "name=line", "--", "printf", "Hello %s", "$name"]

    @Test(.needs(programs: "xdg-mime", "update-desktop-database"))
    func `new shows what an installation warns of once`() throws {
        let first = try daemon.xcallback(["new"] + Self.greet)
        #expect(first.status == 0 && first.errors.contains("/home/.local/bin is not on PATH"), "\(first)")
        let second = try daemon.xcallback(["new", "other/greet", "--", "true"])
        #expect(second.status == 0 && second.errors.contains("other"), "\(second)")
        #expect(!second.errors.contains("PATH"), "\(second)")
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
            "count", "https://example.org/x", "n:///a%2Fb", "", "hello/greet", "hello/other", "hello/three", "",
            "name=int",
            "name=line",
            "n=nmber", "n=enum", "n=number", "=line", "hello:///three?name=Ada", "a=line,b=line", "", "", "echo 'x",
            "https://example.org/", "echo $nam", "extra", "gone", "-none", "-gone", "", "echo $name $n $extra", "maybe",
            "no", "")
        #expect(ended.status == 0 && ended.output.contains("click  asks you first"), "\(ended)")
        for reason in [
            "'count' is not a scheme of your own", "'https://example.org/x' is not a scheme of your own",
            "route 'hello.greet' is already declared at ", "route 'hello.other' (/other) ties with 'zone.other'",
            "write the name of an input, not a link", "write each input by itself",
            "Inputs: name, n. Another, such as ",
            "in a segment; write a path", "a quote has no end", "a command begins with a program",
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
    func `new takes a pasted link, and loses no answer if a click may not run the command unasked`() throws {
        let ended = try dialogue(
            "hello:///add/now?text=Milk&n=1", "", "text=string", "", "mytool $text $n", "y", "no", "")
        #expect(ended.status == 0 && ended.output.contains("'check' does not know mytool"), "\(ended)")
        let text = try sandbox.contents(file)
        #expect(text.contains("    path: /add/now\n    input:\n      n: line\n      text: string\n"), "\(text)")
    }

    @Test(.needs(programs: "script"))
    func `new with --yes asks nothing`() throws {
        let ended = try dialogue("hello/x", "", "", "true", "no", "", arguments: "--yes")
        #expect(ended.status == 64 && ended.output.contains("are needed, as in: xcallback new"), "\(ended)")
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
}
