extension RunningDaemon {
    /// Three routes, one for each outcome.
    static let plainRoutes = """
        schemes: [t]
        routes:
          - {name: say, path: "/say/{text}", input: {text: string}, output: text, run: [printf, --, "%s", $text]}
          - {name: fail, path: /fail, run: [sh, -c, "echo no such note >&2; exit 3"]}
          - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
        """

    /// Starts a daemon that has ``plainRoutes``.
    static func ofPlainRoutes() throws -> RunningDaemon {
        let sandbox = try Sandbox()
        try sandbox.routes(plainRoutes, "t")
        return try RunningDaemon(sandbox)
    }
}
