import Foundation
import TestSupport
import Testing

@testable import DispatcherConfiguration

/// A value never becomes code.
struct CommandCheckTests {
    private func mistakes(_ command: String, key: String = "run", _ keys: String...) throws -> [String] {
        try Configuration.routes(CommandLines.file(command, key: key, keys.joined(separator: "\n    "))).mistakeTexts
    }

    @Test(arguments: CommandLines.all)
    func `a value is accepted only where the table says that it is data`(line: CommandLines) throws {
        let keys = line.isInput ? ["stdin: $x"] : []
        for (desktop, isMistake) in [("ask", line.verdict == .refused), ("allow", line.verdict != .accepted)] {
            let mistakes = try mistakes(line.command, (keys + ["desktop: \(desktop)"]).joined(separator: "\n    "))
            #expect(!mistakes.isEmpty == isMistake, "desktop: \(desktop): \(mistakes)")
        }
        guard !line.isInput else { return }
        #expect(try !mistakes(line.command, key: "present").isEmpty == (line.verdict == .refused))
    }

    @Test func `there are lines of each verdict`() {
        for verdict in [CommandLines.Verdict.refused, .accepted, .unknown] {
            #expect(CommandLines.all.count { $0.verdict == verdict && !$0.isInput } > 10)
        }
    }

    @Test func `each row of the table is readable`() {
        var names: Set<String> = []
        for line in CommandSyntax.text.split(separator: "\n") where !line.hasPrefix("#") {
            // The name of a subcommand may have a colon.
            let sides = line.split(separator: " :", maxSplits: 1)
            for name in sides[0].split(separator: ",") {
                #expect(
                    names.insert(name.split(separator: " ").joined(separator: " ")).inserted, "\(name) has two rows")
            }
            guard sides.count == 2 else { continue }
            for (index, part) in sides[1].split(separator: ";").enumerated() {
                let words = part.split(separator: " ")
                let roles = index == 0 ? words.map { $0.hasSuffix("*") ? $0.dropLast() : $0 } : Array(words.prefix(1))
                for role in roles where !["is", "try"].contains(role) {
                    #expect(CommandSyntax.Role(rawValue: String(role)) != nil, "\(line)")
                }
                let known: Set<Substring> = [
                    "stdin", "words", "plus", "assigns", "items", "permutes", "dashed", "plain", "ends", "launches",
                ]
                if words.first == "is" { #expect(known.isSuperset(of: words.dropFirst()), "\(line)") }
            }
        }
        #expect(names.count > 100)
        #expect(CommandSyntax.rows.count == names.count)
    }

    @Test func `each row has a line`() {
        let words = CommandLines.all.map { line in
            line.command.split { "[], \"'".contains($0) }.map { RelativePath.name(of: String($0)) }
        }
        let programs = Set(words.joined().compactMap(CommandSyntax.name))
        for line in CommandSyntax.text.split(separator: "\n") where !line.hasPrefix("#") {
            let names = (line.components(separatedBy: " :").first ?? "").components(separatedBy: ", ")
            let isTested = names.contains { name in
                let parts = name.split(separator: " ").map(String.init)
                return programs.contains(parts[0])
                    && words.contains { line in
                        line.contains { CommandSyntax.name(of: $0) == parts[0] }
                            && parts.dropFirst().allSatisfy(line.contains)
                    }
            }
            #expect(isTested, "no line of commands.txt has a program of the row \(line.prefix(60))")
        }
    }

    static let places: [(String, Int)] = [
        ("[sh, -c, \"echo $x\"]", 20), ("[sh, [-c, \"echo $x\"]]", 21), ("[env, A=b, sh, -c, $x]", 30),
    ]

    @Test(arguments: places)
    func `the mistake is at the word`(command: String, column: Int) throws {
        let mistakes = try mistakes(command)
        #expect(mistakes.count == 1)
        #expect(mistakes.first?.hasPrefix("routes.d/notes.yaml:6:\(column - 1): ") == true, "\(mistakes)")
    }

    @Test(arguments: TextTable.rows("mistakes.txt", "commands"))
    func `the message says what would happen and what to write`(row: [String]) throws {
        let (command, text) = (row[0], row[1])
        #expect(try mistakes(command) == mistakes(command).filter { $0.hasSuffix(": \(text)") })
        #expect(try mistakes(command).count == 1)
    }

    @Test func `a place that the table does not have has the places that it has in its message`() throws {
        let mistakes = try mistakes("[curl, -X, $x]")
        #expect(mistakes.first?.contains(" or as the argument of --connect-timeout, ") == true, "\(mistakes)")
    }

    static let programs = [
        ("/home/kim/bin/add", true), ("/srv/tools/add", true), ("/usr/local/bin/add", true), ("../bin/add", true),
        ("add", false), ("/usr/bin/add", false), ("/opt/add/add", false), ("/snap/bin/add", false),
    ]

    @Test(arguments: programs)
    func `a program of one's own is the author's to judge`(program: String, isOwn: Bool) throws {
        #expect(try mistakes("[\(program), --, $x]", "desktop: allow").isEmpty == isOwn)
        // The base name decides first.
        #expect(try !mistakes("[\(program)/sh, -c, $x]", "desktop: allow").isEmpty)
    }

    @Test func `a route with an unknown program asks each time, also with a token`() throws {
        let rules = ["desktop: allow", "agent: allow", "desktop: ask\n    token: {file: /srv/token}"]
        for rule in rules {
            let configuration = try Configuration.routes(CommandLines.file("[add, --, $x]", rule))
            let route = try #require(configuration.firstRoute)
            #expect(route.isUnjudged)
            #expect(route.desktop == .ask)
            #expect(route.agent != .allow)
            #expect(configuration.mistakes.count == 1)
            #expect(configuration.files.allSatisfy { $0.state == .loaded })
        }
        let asking = try Configuration.routes(CommandLines.file("[add, --, $x]", "desktop: ask"))
        #expect(asking.mistakes.isEmpty)
        #expect(asking.warnings.count { $0.message.contains("'check' does not know") } == 1)
        #expect(asking.firstRoute?.isUnjudged == true)
        // No click and no agent reaches it.
        #expect(
            try Configuration.routes(CommandLines.file("[add, --, $x]", "desktop: never")).warnings
                .allSatisfy { !$0.message.contains("'check' does not know") })
        // A value of these types is no code.
        #expect(try mistakes("[add, --, $i, $c]", "desktop: allow").isEmpty)
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
