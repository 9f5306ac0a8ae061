import DispatcherMessages
import XCallbackURL

/// A manual page in the man macros of roff (man(7), groff_man(7)).
package struct ManualPage: Sendable {
    private var lines: [String] = []

    /// - Parameter section: The section of the manual, such as 1.
    package init(_ name: String, section: Int, title: String) {
        // The hyphens of the date are not escaped, because macros read the date.
        let head = "\"\(Self.escaped(name.uppercased()))\" \(section) \(PackageVersion.date)"
        lines = [".TH \(head) \"xcallbackd \(PackageVersion.text)\""]
        heading("NAME")
        lines.append("\(Self.escaped(name)) \\- \(Self.escaped(title))")
    }

    package var text: String { lines.joined(separator: "\n") + "\n" }

    package mutating func heading(_ text: String) { lines.append(".SH \"\(Self.escaped(text))\"") }

    package mutating func subheading(_ text: String) { lines.append(".SS \"\(Self.escaped(text))\"") }

    /// Adds paragraphs, which are separated by blank lines in the text. Lines that begin with two spaces are an
    /// example.
    package mutating func paragraphs(_ text: String) {
        for part in text.split(separator: "\n\n") {
            let rows = part.split(separator: "\n", omittingEmptySubsequences: false)
            let words = rows.prefix { !$0.hasPrefix("  ") }
            if !words.isEmpty {
                // A heading begins a paragraph.
                if lines.last?.hasPrefix(".S") != true { lines.append(".PP") }
                lines.append(Self.escaped(words.joined(separator: " ")))
            }
            if rows.count > words.count {
                example(rows.dropFirst(words.count).map { String($0.dropFirst(2)) }.joined(separator: "\n"))
            }
        }
    }

    /// Adds a term, its value in plain letters, and its explanation.
    package mutating func item(_ term: String, value: String = "", _ text: String) {
        lines.append(".TP")
        lines.append("\\fB\(Self.escaped(term))\\fR" + (value.isEmpty ? "" : " " + Self.escaped(value)))
        lines.append(Self.escaped(text.replacing("\n", with: " ")))
    }

    /// Adds lines that are shown as they are typed.
    package mutating func example(_ text: String) {
        lines += [".IP", ".nf"]
        for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(Self.escaped(String(row)))
        }
        lines.append(".fi")
    }

    /// Returns the text with escapes, so that roff prints it unchanged: roff replaces `-` and quotes by other
    /// characters, and reads a line that begins with `.` as a request.
    private static func escaped(_ text: String) -> String {
        var result = text.hasPrefix(".") ? "\\&" : ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case _ where !scalar.isASCII:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The page of a program: its description, its commands and its options.
    ///
    /// - Parameter description: The text of DESCRIPTION; nil for the discussion in the program's help.
    package init(ofProgram help: String, section: Int, description: String? = nil) throws {
        let program = try CommandDefinition(ofProgram: help)
        let name = program.commandName
        var title = program.abstract ?? ""
        if title.hasSuffix(".") { title.removeLast() }
        self.init(name, section: section, title: title)
        let commands = program.commands().filter { $0.path != ["help"] }
        // The options of the program are explained once.
        let common = program.shownArguments
        heading("SYNOPSIS")
        paragraphs(Self.usage([name], program, hasCommands: !commands.isEmpty))
        heading("DESCRIPTION")
        paragraphs(description ?? program.discussion ?? "")
        if !commands.isEmpty { heading("COMMANDS") }
        for (path, command) in commands {
            subheading(Self.usage([name] + path, command, hasCommands: false))
            paragraphs(command.abstract ?? "")
            for option in command.shownArguments where !common.contains(option) { argument(option) }
            paragraphs(command.discussion ?? "")
        }
        heading("OPTIONS")
        if !commands.isEmpty { paragraphs("All commands have these options.") }
        for option in common { argument(option) }
    }

    private static func usage(_ path: [String], _ command: CommandDefinition, hasCommands: Bool) -> String {
        let operands = command.operands.map(\.argument).map { operand in
            let name = operand.valueName.uppercased() + (operand.isRepeating ? "…" : "")
            return operand.isOptional ? "[\(name)]" : name
        }
        return (path + ["[OPTION…]"] + (hasCommands ? ["COMMAND"] : operands)).joined(separator: " ")
    }

    /// Adds an option or an operand.
    private mutating func argument(_ argument: CommandDefinition.Argument) {
        let value = argument.valueName.uppercased()
        item(
            argument.options.isEmpty ? value : argument.options.joined(separator: ", "),
            value: argument.kind == .option ? value : "", argument.abstract ?? "")
    }

    /// Adds an item with its example.
    package mutating func item(_ term: String, _ text: String, _ example: ManualExample) {
        item(term, text)
        self.example((example.route.map { "- \($0)\n" } ?? "") + "$ " + example.command)
    }

    /// Adds the sections about exit statuses and error codes.
    package mutating func codes() {
        heading("EXIT STATUS")
        paragraphs(
            "The examples need a routes file with 'schemes: [demo]', a route with the path /hi, and the route that an "
                + "example shows above its command.")
        for status in ExitStatus.allCases { item("\(status.rawValue)", status.meaning, status.example) }
        heading("ERROR CODES")
        paragraphs(
            "A code is the 'errorCode' of an x-error and the error.code of an outcome. Besides the codes listed here, "
                + "a command that fails reports its exit status, and a worker reports its own code.")
        for code in StandardCode.allCases { item("\(code.rawValue)", code.example.text, code.example) }
    }
}
