import ArgumentParser
import DispatcherMessages
import URLSchemeRouter

/// A word that is not a command, in the place of a command. The parser itself reports only an unexpected argument.
enum UnknownCommand {
    /// Returns a message about the unknown word. Nil if the arguments begin with a command, also after `help`, or with an
    /// option.
    static func message(about arguments: [String]) -> String? {
        if let meant = meanings[arguments.prefix(2).joined(separator: " ")], arguments.count > 1 {
            return "'xcallback \(arguments[0]) \(arguments[1])' is '\(meant)' now"
        }
        var parent: any ParsableCommand.Type = XCallbackCommand.self
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let commands = parent.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let next = commands.first(where: { name(of: $0) == word }) else {
                let path = parent == XCallbackCommand.self ? "" : "\(name(of: parent)) "
                return message(word, path: path, among: commands.filter { $0.configuration.shouldDisplay }.map(name))
            }
            parent = next
        }
        return nil
    }

    /// Returns a message about an option of an earlier version. Nil if no such option is among the arguments, up to '--'.
    static func message(aboutOptionIn arguments: [String]) -> String? {
        let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }
        return options.lazy.compactMap { removed[String($0.prefix { $0 != "=" })] }.first
    }

    private static func message(_ word: String, path: String, among names: [String]) -> String {
        let start = "there is no command '\(path)\(Printable.shown(word, limit: 64))'"
        // Before the nearest name: 'link' is near to 'list', and means something else.
        if path.isEmpty, let gone = removed[word] { return gone }
        if path.isEmpty, let meant = meanings[word] { return "\(start); did you mean '\(meant)'?" }
        let near = nearest(to: word, among: path.isEmpty ? names + ["help"] : names)
        if let near { return "\(start); did you mean 'xcallback \(path)\(near)'?" }
        if path.isEmpty, word.contains(":") { return "\(start); a URL is run by 'xcallback run URL'" }
        if path.isEmpty, word.contains(".") { return "\(start); a route is run by 'xcallback run ROUTE'" }
        return "\(start); "
            + (path.isEmpty ? "see 'xcallback help'" : "the commands are \(names.joined(separator: ", "))")
    }

    /// The commands and options of earlier versions, each with what does its work.
    private static let removed = [
        "bridge": "there is no command 'bridge'; \(otherMachine)", "-H": "there is no option '-H'; \(otherMachine)",
        "browser-policy":
            "there is no command 'browser-policy'; the manual's page Recipes has the policies of the browsers",
        "--script-commands":
            "there is no option '--script-commands'; a script runs a route by 'xcallback run', and 'xcallback pick' is a menu",
        "--host": "there is no option '--host'; \(otherMachine)",
        "-V": "there is no option '-V'; did you mean 'xcallback --version'?",
        "--dry-run": "there is no option '--dry-run'; 'install' and 'uninstall' undo each other",
        "--exit-code": "there is no option '--exit-code'; 'explain --json' has 'would'",
        "--file": "there is no option '--file'; 'new' writes a route into the file of its scheme",
        "--run": "there is no option '--run'; 'new' prints the command that runs the route",
        "--text":
            "there is no option '--text'; 'run' prints the text of a text route everywhere, and JSON with '--json'",
    ]

    private static let otherMachine =
        "run 'ssh HOST xcallback …', or let ssh forward the control socket, as the manual's page OtherMachines shows"

    /// What other programs call our commands.
    private static let meanings: [String: String] = [
        "add": "xcallback new", "create": "xcallback new", "make": "xcallback new",
        "list": "xcallback routes", "ls": "xcallback routes", "show": "xcallback routes",
        "rm": "xcallback remove", "delete": "xcallback remove", "del": "xcallback remove",
        "log": "xcallback logs", "journal": "xcallback logs", "watch": "xcallback history --follow",
        "requests": "xcallback history", "jobs": "xcallback history --running", "ps": "xcallback history --running",
        "kill": "xcallback cancel", "abort": "xcallback cancel", "test": "xcallback check", "lint": "xcallback check",
        "verify": "xcallback check", "validate": "xcallback check", "config": "xcallback edit",
        "configure": "xcallback edit", "settings": "xcallback edit", "why": "xcallback explain",
        "register": "xcallback install", "setup": "xcallback install", "unregister": "xcallback uninstall",
        "revoke": "xcallback grants revoke", "permissions": "xcallback grants", "unpause": "xcallback resume",
        "enable": "xcallback resume FILE", "disable": "xcallback pause FILE", "token new": "xcallback token ROUTE",
        "agent": "xcallback mcp", "info": "xcallback status", "version": "xcallback --version",
        "stop": "systemctl --user stop xcallbackd", "restart": "systemctl --user restart xcallbackd",
    ]

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? command._commandName
    }
}
