extension RunningDaemon {
    /// Three routes, one for each outcome.
    static let plainRoutes = """
        schemes: [t]
        routes:
          - {name: say, path: "/say/{text}", input: {text: string}, output: text, run: [printf, --, "%s", $text]}
          - {name: fail, path: /fail, run: [sh, -c, "echo no such note >&2; exit 3"]}
          - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
        """

    /// A daemon with routes of the scheme `t`, one on each line.
    static func serving(_ routes: String, settings: String = "", extra: [String: String] = [:]) throws -> RunningDaemon
    {
        let indented = routes.split(separator: "\n").map { "  - \($0)\n" }.joined()
        return try RunningDaemon("schemes: [t]\nroutes:\n\(indented)", settings: settings, environment: extra)
    }
}
