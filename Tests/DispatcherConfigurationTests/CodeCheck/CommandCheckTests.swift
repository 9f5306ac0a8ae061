import Testing

@testable import DispatcherConfiguration

/// A value never becomes code.
struct CommandCheckTests {
    private func mistakes(_ command: String, key: String = "run") throws -> [String] {
        try Configuration.routes(CommandLines.file(command, key: key)).mistakes.map(\.description)
    }

    @Test(arguments: CommandLines.refused)
    func `a value that would be code is a mistake`(command: String) throws {
        for key in ["run", "present"] {
            let mistakes = try mistakes(command, key: key)
            #expect(!mistakes.isEmpty, "\(key)")
            for mistake in mistakes {
                #expect(mistake.hasPrefix("routes.d/notes.yaml:6:"))
                #expect(["as code", "would choose"].contains { mistake.contains($0) }, "\(mistake)")
            }
        }
    }

    @Test(arguments: CommandLines.legal)
    func `a value that stays data is not an injection`(command: String) throws {
        #expect(try mistakes(command) == [])
        #expect(try mistakes(command, key: "present") == [])
    }

    /// All rows, with their subcommands.
    private static func rows(_ table: [CommandSyntax]) -> [CommandSyntax] {
        table.flatMap { [$0] + rows($0.subcommands) }
    }

    @Test(arguments: rows(CommandSyntax.table))
    func `each row of the table has a refused command`(row: CommandSyntax) throws {
        let commands = CommandLines.refused.map(CommandLines.words)
        for name in row.names {
            let isTested = commands.contains { words in
                words.contains { $0 == name || $0.hasPrefix(name) && CommandSyntax.of($0) == row }
            }
            #expect(isTested, "no refused command has the program \(name)")
        }
        for (option, meaning) in row.options.all where meaning.argument != .data && meaning != CommandSyntax.Option() {
            // `sh -s` makes no word code; a test of standard input has it.
            guard meaning.operands?.readsInput != true else { continue }
            let isTested = commands.contains { words in
                words.contains { row.names.contains($0) || CommandSyntax.of($0) == row }
                    && words.contains { $0 == option || $0.hasPrefix(option) }
            }
            #expect(isTested, "no refused command has \(row.names) with \(option)")
        }
    }

    @Test func `no program has two rows`() {
        let names = CommandSyntax.table.flatMap(\.names)
        #expect(names.count == Set(names).count)
    }

    static let places: [(String, Int)] = [
        ("[sh, -c, \"echo $x\"]", 20),
        ("[sh, [-c, \"echo $x\"]]", 21),
        ("[env, A=b, sh, -c, $x]", 30),
    ]

    @Test(arguments: places)
    func `the mistake is at the word`(command: String, column: Int) throws {
        let mistakes = try mistakes(command)
        #expect(mistakes.count == 1)
        #expect(mistakes.first?.hasPrefix("routes.d/notes.yaml:6:\(column - 1): ") == true, "\(mistakes)")
    }

    static let inputs: [(String, String, String?)] = [
        ("[sh]", "$x", "sh"), ("[bash, -s, $x]", "$x", "bash"), ("[python3]", "json", "python3"),
        ("[python3, \"-\", $x]", "$x", "python3"), ("[ssh, box]", "$x", "ssh"), ("[env, A=b, node]", "$x", "node"),
        ("[fish]", "$x", "fish"), ("[zsh]", "$x", "zsh"), ("[csh, -s]", "$x", "csh"), ("[tcsh]", "$x", "tcsh"),
        ("[pwsh]", "$x", "pwsh"), ("[perl]", "$x", "perl"), ("[ruby]", "$x", "ruby"), ("[php]", "$x", "php"),
        ("[lua]", "$x", "lua"), ("[julia]", "$x", "julia"), ("[guile]", "$x", "guile"),
        ("[sqlite3, db]", "$x", "sqlite3"),
        ("[psql, db]", "$x", "psql"), ("[mysql]", "$x", "mysql"), ("[deno, run]", "$x", "deno run"),
        ("[sh, script.sh]", "$x", nil), ("[sh, -c, cat]", "$x", nil), ("[python3, -c, x]", "json", nil),
        ("[ssh, box, cat]", "$x", nil), ("[cat]", "$x", nil), ("[sh]", "none", nil), ("[lua, -e, x]", "$x", nil),
        ("[psql, -c, x]", "$x", nil),
    ]

    @Test(arguments: inputs)
    func `a program that reads code from standard input gets no value there`(
        command: String, input: String, program: String?
    ) throws {
        let file = CommandLines.file(command) + "    stdin: \(input)\n"
        let mistakes = try Configuration.routes(file).mistakes.map(\.description)
        #expect(
            mistakes
                == (program.map {
                    [
                        "routes.d/notes.yaml:7:5: \($0) would run its standard input as code; "
                            + "name the program that reads it, or use 'script'"
                    ]
                } ?? []))
    }

    static let interpreters = [("[sh, -s]", 1), ("[bash, -eu]", 0), ("[python3, \"-\"]", 1), ("[python3]", 0)]

    @Test(arguments: interpreters)
    func `an interpreter that reads code from standard input gets no value there`(
        interpreter: String, count: Int
    ) throws {
        let route = "path: /a\ninput: {x: line}\nscript: x\ninterpreter: \(interpreter)\nstdin: $x"
        #expect(try Configuration.routes(BadFile.route(route)).mistakes.count == count)
    }
}

extension CommandSyntax: CustomTestStringConvertible {
    package var testDescription: String { names.joined(separator: " ") }
}
