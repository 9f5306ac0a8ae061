import DispatcherMessages
import QueryCoding

/// A command of a program, as ArgumentParser prints it for `--experimental-dump-help`.
struct CommandDefinition: Decodable, Sendable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    private let shouldDisplay: Bool
    private let arguments: [Argument]?
    private let subcommands: [CommandDefinition]?

    struct Argument: Decodable, Sendable, Hashable {
        private struct Name: Decodable, Sendable, Hashable {
            let kind: String
            let name: String
        }

        enum Kind: String, Decodable, Sendable { case positional, option, flag }

        enum Completion: Decodable, Sendable, Hashable {
            case list(values: [String])
            case file(extensions: [String])
            case directory
            /// Values that the program prints when a shell asks for them.
            case custom
        }

        let kind: Kind
        let abstract: String?
        let valueName: String
        let isOptional: Bool
        let isRepeating: Bool
        let completionKind: Completion?
        fileprivate let shouldDisplay: Bool
        private let names: [Name]?

        /// The names of an option, as `-h` and `--help`.
        var options: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }
    }

    /// Reads the definition of a program, whose root command has the program's name.
    init(ofProgram help: String) throws {
        struct Dump: Decodable { let command: CommandDefinition }
        self = try JSONParser.parse(Array(help.utf8), depthLimit: 64).decoded(as: Dump.self).command
    }

    /// The arguments that the help names.
    var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

    var options: [Argument] { shownArguments.filter { $0.kind != .positional } }

    /// The operands that the help names, each with its place among all operands.
    var operands: [(place: Int, argument: Argument)] {
        (arguments ?? []).filter { $0.kind == .positional }.enumerated().map { ($0, $1) }.filter(\.1.shouldDisplay)
    }

    /// The subcommands that the help names; empty if `help` is the only subcommand.
    var shownCommands: [CommandDefinition] {
        let shown = (subcommands ?? []).filter(\.shouldDisplay)
        return shown.allSatisfy { $0.commandName == "help" } ? [] : shown
    }

    /// Returns all commands below this command, each with its words and followed by its own subcommands.
    func commands(below path: [String] = []) -> [(path: [String], command: CommandDefinition)] {
        shownCommands.flatMap { command in
            let path = path + [command.commandName]
            return [(path, command)] + command.commands(below: path)
        }
    }
}
