/// The signs of a shell in a command that no shell runs.
enum CommandWords {
    /// Returns the first argument that is only a sign of a shell, such as `|`. The daemon passes the sign on as an
    /// argument.
    static func shellSign(in command: [String]) -> String? {
        command.dropFirst().first { ["|", "|&", "||", "&&", "&", "<", ">", ">>", "2>", "2>&1", "&>"].contains($0) }
    }

    /// Whether the command is a line for a shell.
    static func isShellLine(_ command: [String]) -> Bool {
        let program = command.first?.split(separator: "/").last ?? ""
        return ["sh", "bash", "dash", "zsh"].contains(program) && command.dropFirst().first?.hasPrefix("-") ?? false
    }
}
