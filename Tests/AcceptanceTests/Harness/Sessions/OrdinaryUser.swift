/// A user without privileges, who needs no account: a folder of the tests is the home.
enum OrdinaryUser {
    static let id = 64_321

    /// A command as this user runs it. Only root can start it.
    static func command(_ command: [String]) -> [String] {
        ["setpriv", "--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--"] + command
    }

    /// Gives the user a sandbox with all that is in it.
    static func own(_ sandbox: Sandbox) throws {
        try run("chown", ["-R", "\(id):\(id)", sandbox.path], sandbox.environment).succeeded()
    }

    /// Runs a command in a sandbox to its end.
    @discardableResult
    static func perform(_ command: [String], in sandbox: Sandbox) throws -> Ended {
        try run(self.command(command), sandbox.environment)
    }
}
