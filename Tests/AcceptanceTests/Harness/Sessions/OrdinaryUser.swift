import TestSupport

/// A user without privileges, who needs no account: a folder of the tests is the home.
enum OrdinaryUser {
    static let id = 64_321

    /// A command as this user runs it. Only root can start it.
    static func command(_ command: [String]) -> [String] {
        ["setpriv", "--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--"] + command
    }

    /// Gives the user a sandbox with all that is in it.
    static func own(_ sandbox: Sandbox) throws {
        let ended = try run("chown", ["-R", "\(id):\(id)", sandbox.path], sandbox.environment)
        guard ended.status == 0 else { throw Failure("\(ended)") }
    }

    /// Runs a command in a sandbox to its end.
    @discardableResult
    static func perform(_ command: [String], in sandbox: Sandbox) throws -> Ended {
        let words = self.command(command)
        return try run(words[0], Array(words.dropFirst()), sandbox.environment)
    }
}
