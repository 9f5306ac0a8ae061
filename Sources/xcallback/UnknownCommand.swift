import ArgumentParser
import DispatcherMessages
import URLSchemeRouter

/// A word that is not a command, in the place of a command. The parser itself reports only an unexpected argument.
struct UnknownCommand {
    let message: String

    /// Finds the unknown word. Nil if the arguments begin with a command, also after `help`, or with an option.
    init?(_ arguments: [String]) {
        var parent: any ParsableCommand.Type = XCallbackCommand.self
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let commands = parent.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            if let next = commands.first(where: { Self.name(of: $0) == word }) {
                parent = next
                continue
            }
            let path = parent == XCallbackCommand.self ? "" : "\(Self.name(of: parent)) "
            message = Self.message(word, path: path, among: commands.map(Self.name))
            return
        }
        return nil
    }

    private static func message(_ word: String, path: String, among names: [String]) -> String {
        let start = "there is no command '\(path)\(Printable.shown(word, limit: 64))'"
        if let near = nearest(to: word, among: names) { return "\(start); did you mean '\(path)\(near)'?" }
        if path.isEmpty, word.contains(":") { return "\(start); a URL is run by 'xcallback send URL'" }
        if path.isEmpty, word.contains(".") { return "\(start); a route is run by 'xcallback run ROUTE'" }
        return "\(start); the commands are \(names.joined(separator: ", "))"
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? command._commandName
    }
}
