import ArgumentParser
import DispatcherMessages
import URLSchemeRouter

/// An option that a command does not have. The parser suggests an option of the same length, however different.
struct UnknownOption {
    /// The parser's message, with the nearest option, or else the commands that have the option.
    let message: String

    /// Nil if the message is about something else.
    /// - Parameter text: The message of the parser, as in `Error: Unknown option '--get'. Did you mean '--host'?`.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let start = "Error: Unknown option '"
        guard lines[0].hasPrefix(start) else { return nil }
        let words = lines[0].split(separator: "'", omittingEmptySubsequences: false).map(String.init)
        guard words.count > 1 else { return nil }
        let option = words[1]
        let near = words.count > 3 ? nearest(to: Self.name(option), among: [Self.name(words[3])]) : nil
        let owners = Self.owners(of: option)
        let hint =
            if near != nil {
                "; did you mean '\(words[3])'?"
            } else if !owners.isEmpty {
                "; \(owners.joined(separator: " and ")) \(owners.count == 1 ? "has" : "have") it"
            } else {
                ""
            }
        message = ([Substring("\(start)\(option)'\(hint)")] + lines.dropFirst()).joined(separator: "\n")
    }

    private static func name(_ option: String) -> String { String(option.drop { $0 == "-" }) }

    /// Returns the commands that have an option; empty for more than three commands, which would be no hint.
    private static func owners(of option: String) -> [String] {
        let commands = CompletedCommand.configuration.subcommands.filter { command in
            CompletedCommand.helpMessage(for: command).split(separator: "\n").contains { line in
                line.split { $0 == " " || $0 == "," }.prefix(2).contains { $0 == option }
            }
        }
        guard commands.count <= 3 else { return [] }
        return commands.map { "'xcallback \($0.configuration.commandName ?? "")'" }
    }
}
