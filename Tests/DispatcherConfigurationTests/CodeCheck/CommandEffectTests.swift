import Dispatch
import QueryCoding
import TestSupport
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherConfiguration

/// What real programs do with a value, in commands that the check accepts and in commands that it refuses.
@Suite(.timeLimit(.minutes(5)))
struct CommandEffectTests {
    /// Programs that every machine of the tests has, and that change nothing outside their folder.
    private static let programs: Set = [
        "sh", "bash", "env", "find", "awk", "sed", "sort", "split", "tar", "make", "python3", "perl", "xargs",
        "timeout", "nice", "printf", "echo", "grep", "git", "setpriv", "mkdir", "touch", "cat", "ls", "date", "cp",
    ]

    /// Values that make a file `ran` if a shell, or one of the programs, takes them for more than data.
    private static let values = [
        "; touch ran", "$(touch ran)", "`touch ran`", "|touch ran", "'; touch ran; '", "\"; touch ran; \"", "touch ran",
        "x=$(shell touch ran)", "exec=touch ran", "BEGIN { system(\"touch ran\") }", "e touch ran", "!touch ran",
        "./payload", "touch ran|", "$PWD/payload", "{} ; touch ran", "alias.a=!touch ran",
        "__import__('os').system('touch ran')", "system(\"touch ran\")",
    ]

    /// The words of a command for a value; nil if the request would be refused.
    private func words(_ command: String, _ value: String) -> [String]? {
        let route = try? Configuration.routes(CommandLines.file(command)).firstRoute
        guard case .run(let arguments)? = route?.action else { return nil }
        return words(arguments, value)
    }

    private func words(_ arguments: [Argument], _ value: String) -> [String]? {
        let names = ["x", "o", "d", "i", "c", "u"].map { name in
            QueryValue.Member(
                name, .string(name == "i" ? "7" : name == "c" ? "one" : name == "u" ? "https://a/\(value)" : value))
        }
        let input = QueryValue.object(names + [QueryValue.Member("a", .array([.string(value), .string(value)]))])
        return try? arguments.arguments(input: input) { _ in value }
    }

    /// Runs the programs one after the other, and not on the threads on which other tests run.
    private static let queue = DispatchQueue(label: "programs")

    /// The numbers of the commands that make the file `ran`. Each has an input.
    private func effects(_ commands: [(words: [String], input: String)]) async throws -> [Int] {
        let folder = try TemporaryFolder()
        let files = [
            "payload": "#!/bin/sh\ntouch ran\n", "file": "a\n", "Makefile": "all:\n\t@echo $(X)\n",
            "script": commands.enumerated().map { number, command in
                let line = command.words.map(Self.quoted).joined(separator: " ")
                return "printf %s \(Self.quoted(command.input)) > in; \(line) < in > out 2>&1\n"
                    + "[ ! -e ran ] || { echo \(number) >> effects; rm ran; }\n"
            }.joined(),
        ]
        for (name, text) in files { try File.replace("\(folder.path)/\(name)", with: Array(text.utf8)) }
        let path = folder.path
        await withCheckedContinuation { continuation in
            Self.queue.async {
                let script = "cd \"$0\" && chmod +x payload && mkdir dir && sh script"
                let ended = try? CompletedProcess.run(
                    path: "/bin/sh", arguments: ["sh", "-c", script, path],
                    environment: ["PATH": "/usr/bin:/bin", "HOME": path, "GIT_CEILING_DIRECTORIES": "/"], seconds: 60)
                #expect(ended != nil)
                continuation.resume()
            }
        }
        let numbers = (try? FileContents.read("\(folder.path)/effects")) ?? []
        return String(decoding: numbers, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
    }

    private static func quoted(_ word: String) -> String { "'\(word.replacing("'", with: "'\\''"))'" }

    private static let accepted = CommandLines.all.filter { line in
        line.verdict == .accepted && !line.isInput && !line.reason.contains("own text") && !line.command.contains("$p")
            && programs.contains(String(line.command.dropFirst().prefix { !",]".contains($0) }))
    }.map(\.command)

    @Test(arguments: accepted)
    func `no value of an accepted command runs`(command: String) async throws {
        let readsCode = try !Configuration.routes(CommandLines.file(command, "stdin: $x")).mistakes.isEmpty
        let commands = Self.values.compactMap { value in words(command, value).map { ($0, readsCode ? "" : value) } }
        let effects = try await effects(commands)
        #expect(effects == [], "\(effects.map { commands[$0].0 })")
    }

    /// Commands that the check refuses, and a value that runs in each.
    static let refused: [(String, String)] = [
        ("[sh, -c, $x]", "touch ran"), ("[env, sh, -c, \"echo $x\"]", "; touch ran"),
        ("[env, \"BASH_ENV=$x\", bash, -c, \"true\"]", "./payload"), ("[make, \"X=$x\"]", "$(shell touch ran)"),
        ("[make, \"--eval=$x\"]", "x := $(shell touch ran)"), ("[git, -c, \"alias.a=!$x\", a]", "touch ran"),
        ("[tar, \"--checkpoint=1\", \"--checkpoint-action=exec=$x\", -cf, a.tar, file]", "touch ran"),
        ("[tar, -I, $x, -cf, a.tar, file]", "./payload"), ("[split, \"--filter=$x\", file]", "touch ran"),
        ("[find, ., -maxdepth, \"0\", -fprintf, $x, a]", "ran"), ("[awk, \"$x\"]", "BEGIN { system(\"touch ran\") }"),
        ("[sed, $x, file]", "e touch ran"), ("[find, file, -exec, sh, -c, $x, \";\"]", "touch ran"),
        ("[python3, -c, $x]", "__import__('os').system('touch ran')"), ("[perl, -e, $x]", "system('touch ran')"),
        ("[perl, -ne, print, $x]", "touch ran|"), ("[make, -j, $x]", "x=$(shell touch ran)"),
        ("[timeout, \"5\", $x]", "./payload"), ("[nice, bash, -c, $x]", "touch ran"),
    ]

    @Test(arguments: refused)
    func `a value of a refused command would run`(command: String, value: String) async throws {
        #expect(try !Configuration.routes(CommandLines.file(command)).mistakes.isEmpty)
        // The command as it would be without the check.
        let texts = "run: \(command)"
        let node = YAMLReader.read(Array(texts.utf8), file: "f", diagnostics: Diagnostics())
        guard case .mapping(let entries)? = node?.content, case .list(let items)? = entries.first?.value.content else {
            Issue.record("no list")
            return
        }
        let fields = ["x", "o"].map { InputField(name: $0, type: .line) }
        let templates = items.compactMap { item -> Argument? in
            guard case .text(let text) = item.content else { return nil }
            let source = LocatedText(text: text, location: item.location)
            return TemplateParser(fields: fields, diagnostics: Diagnostics()).parse(source).map { .element($0) }
        }
        #expect(templates.count == items.count)
        #expect(try await effects([(try #require(words(templates, value)), "")]) == [0])
    }

    static let inputs: [([String], String)] = [
        (["sh"], "touch ran"), (["sh", "/dev/stdin"], "touch ran"),
        (["python3", "/dev/fd/0"], "import os; os.system('touch ran')"),
        (["awk", "-f", "/dev/stdin", "file"], "{ system(\"touch ran\") }"),
        (["sed", "-f", "-", "file"], "e touch ran"),
        (["xargs", "-I", "{}", "sh", "-c", "echo {}"], "$(touch ran)"),
        (["xargs", "-d", "\\n", "sh", "-c"], "touch ran"),
        (["make", "-f", "-"], "x := $(shell touch ran)"),
        (["xargs", "env"], "./payload"),
    ]

    @Test(arguments: inputs)
    func `a value on the standard input of a refused command would run`(words: [String], value: String) async throws {
        #expect(CommandCheck([Argument](literals: words), fields: []).inputInjection != nil)
        #expect(try await effects([(words, value + "\n")]) == [0])
    }
}
