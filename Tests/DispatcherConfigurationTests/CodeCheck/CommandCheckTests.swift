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
                let effects = ["as code", "would choose", "which chooses what programs run"]
                #expect(effects.contains { mistake.contains($0) }, "\(mistake)")
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
        table.flatMap { [$0] + rows($0.subcommands) }.filter(\.refusesValues)
    }

    /// The words of the refused commands, and the names of the rows that they have.
    private static let refusedWords = CommandLines.refused.map { line in
        let words = CommandLines.words(line)
        return (words: words, programs: Set(words + words.flatMap { CommandSyntax.of($0)?.names ?? [] }))
    }

    @Test(arguments: rows(CommandSyntax.table))
    func `each row of the table has a refused command`(row: CommandSyntax) throws {
        for name in row.names {
            // The commands without a row of their own.
            guard name != "*" else { continue }
            let isTested = Self.refusedWords.contains { words, programs in
                programs.contains(name) && words.contains { $0.hasPrefix(name) || $0.hasSuffix("/\(name)") }
            }
            #expect(isTested, "no refused command has the program \(name)")
        }
        for (option, meaning) in row.options.all where meaning.argument != .data && meaning != CommandSyntax.Option() {
            // `sh -s` makes no word code; a test of standard input has it.
            guard meaning.operands?.readsInput != true, meaning.argument != .inputFile else { continue }
            // They end the command of parallel(1).
            guard !option.hasPrefix(":::") else { continue }
            let isTested = Self.refusedWords.contains { words, programs in
                !programs.isDisjoint(with: row.names) && words.contains { $0.hasPrefix(option) }
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

    static let interpreters = [("[sh, -s]", 1), ("[bash, -eu]", 0), ("[python3, \"-\"]", 1), ("[python3]", 0)]

    @Test(arguments: interpreters)
    func `an interpreter that reads code from standard input gets no value there`(
        interpreter: String, count: Int
    ) throws {
        let route = "path: /a\ninput: {x: line}\nscript: x\ninterpreter: \(interpreter)\nstdin: $x"
        #expect(try Configuration.routes(BadFile.route(route)).mistakes.count == count)
    }
}

extension CommandSyntax {
    /// Whether a value in some word of the program would be more than data.
    fileprivate var refusesValues: Bool {
        operands.rest != .data || operands.first.contains { $0 != .data }
            || options.all.values.contains { $0.argument.map { $0 != .data } ?? ($0 != Option()) }
    }
}

extension CommandSyntax: CustomTestStringConvertible {
    package var testDescription: String { names.joined(separator: " ") }
}
