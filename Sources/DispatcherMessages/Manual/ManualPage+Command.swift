import QueryCoding

/// A command line, from what ArgumentParser prints of it with `--experimental-dump-help`.
extension ManualPage {
    /// The page of a program: its description, its commands and its options.
    ///
    /// - Parameter description: What it says instead of the program's help.
    package init(ofProgram help: String, section: Int, description: String? = nil) throws {
        let program = try JSONParser.parse(Array(help.utf8), depthLimit: 64)["command"] ?? .null
        let name = program.text("commandName")
        var title = program.text("abstract")
        if title.hasSuffix(".") { title.removeLast() }
        self.init(name, section: section, title: title)
        let commands = Self.commands(of: program)
        // An option of most commands is explained once.
        let all = commands.flatMap(\.arguments)
        let common = commands.isEmpty ? [] : all.filter { one in all.count { $0 == one } > commands.count / 3 }
        heading("SYNOPSIS")
        paragraphs(Self.usage([name], program, hasCommands: !commands.isEmpty))
        heading("DESCRIPTION")
        paragraphs(description ?? program.text("discussion"))
        if !commands.isEmpty { heading("COMMANDS") }
        for command in commands {
            subheading(Self.usage([name] + command.path, command.value, hasCommands: false))
            paragraphs(command.value.text("abstract"))
            let options = command.arguments.filter { !common.contains($0) }
            for option in options { argument(option) }
            paragraphs(command.value.text("discussion"))
        }
        heading("OPTIONS")
        if !commands.isEmpty { paragraphs("Most commands have these options.") }
        var listed: [QueryValue] = []
        for option in commands.isEmpty ? Self.arguments(of: program) : common where !listed.contains(option) {
            listed.append(option)
            argument(option)
        }
    }

    /// A command below the program, by its words.
    private struct Command {
        let path: [String]
        let value: QueryValue
        let arguments: [QueryValue]
    }

    private static func commands(of parent: QueryValue, path: [String] = []) -> [Command] {
        (parent["subcommands"]?.elements ?? []).flatMap { value -> [Command] in
            let path = path + [value.text("commandName")]
            guard path != ["help"], value["shouldDisplay"]?.bool ?? true else { return [] }
            return [Command(path: path, value: value, arguments: arguments(of: value))]
                + commands(of: value, path: path)
        }
    }

    private static func arguments(of command: QueryValue) -> [QueryValue] {
        (command["arguments"]?.elements ?? []).filter { $0["shouldDisplay"]?.bool ?? true }
    }

    private static func usage(_ path: [String], _ command: QueryValue, hasCommands: Bool) -> String {
        let operands = arguments(of: command).filter { $0["kind"]?.string == "positional" }.map { operand in
            let name = operand.text("valueName").uppercased() + (operand["isRepeating"]?.bool == true ? "…" : "")
            return operand["isOptional"]?.bool == true ? "[\(name)]" : name
        }
        return (path + ["[OPTION…]"] + (hasCommands ? ["COMMAND"] : operands)).joined(separator: " ")
    }

    /// An option or an operand.
    private mutating func argument(_ argument: QueryValue) {
        let names = (argument["names"]?.elements ?? []).map { name in
            (name["kind"]?.string == "long" ? "--" : "-") + name.text("name")
        }
        let value = argument.text("valueName").uppercased()
        let isOption = argument["kind"]?.string == "option"
        item(
            names.isEmpty ? value : names.joined(separator: ", "), value: isOption ? value : "",
            argument.text("abstract"))
    }
}

extension QueryValue {
    /// The text of a member, or an empty text.
    fileprivate func text(_ name: String) -> String { self[name]?.string ?? "" }
}
