import QueryCoding
import Testing

/// `open`, `send` and `call` of one URL without options skip the command-line parser. They mean the same as with an option.
struct URLCommandTests {
    /// The words of a command line without and with an option that changes nothing.
    private static func pairs(_ url: String, _ sandbox: Sandbox) -> [(plain: [String], parsed: [String])] {
        let folder = "\(sandbox.path)/run/xcallbackd"
        return [
            (["open", url], ["open", "--socket-directory", folder, "--", url]),
            (["open", "--from", "desktop", "--", url], ["open", "--from=desktop", "--", url]),
            (["send", url], ["send", "--parallel", "1", "--", url]),
            (["call", url], ["call", "--timeout", "120", "--", url]),
        ]
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "t:///say/hi", "t:///say/%C3%A9%22", "t:///fail", "t:///cancel", "t:///nothing", "xcallback:///ping",
            "\u{E9}", "", "help",
        ])
    func `a command of one URL means the same with an option`(url: String) throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        for (plain, parsed) in Self.pairs(url, daemon.sandbox) {
            let (first, second) = (try daemon.xcallback(plain), try daemon.xcallback(parsed))
            #expect(first.status == second.status, "\(plain)")
            #expect(first.errors == second.errors, "\(plain)")
            #expect(try Self.withoutIDs(first.output) == Self.withoutIDs(second.output), "\(plain)")
        }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ["XDG_RUNTIME_DIR": ""],  // no sockets
            ["XCALLBACK_SOCKET_DIRECTORY": "/nonexistent"],  // no daemon
            ["XCALLBACK_DOOR": "desktop"],  // the control socket is not permitted
            ["XCALLBACK_DOOR": "desktop", "XCALLBACK_DEPTH": "8"],  // the last link of a chain
            ["XCALLBACK_DOOR": "control", "XCALLBACK_DEPTH": "9"],
            ["DISPLAY": ":7", "XDG_ACTIVATION_TOKEN": "token", "DESKTOP_STARTUP_ID": "other"],
        ])
    func `a command of one URL reads the environment as the others do`(variables: [String: String]) throws {
        let sandbox = try Sandbox(
            """
            schemes: [t]
            desktop: allow
            routes:
              - name: show
                path: /show
                run: [sh, -c, 'printf %s "$DISPLAY $XDG_ACTIVATION_TOKEN $DESKTOP_STARTUP_ID $XCALLBACK_DEPTH"']
                output: text
            """)
        let daemon = try RunningDaemon(sandbox)
        let environment = sandbox.environment.merging(variables) { $1 }
        for (plain, parsed) in Self.pairs("t:///show", sandbox) {
            let program = "\(Products.folder)/xcallback"
            // The variable comes first, unless an option says another folder.
            let parsed = parsed.filter { $0 != "--socket-directory" && !$0.hasPrefix("/") }
            let (first, second) = (try run(program, plain, environment), try run(program, parsed, environment))
            #expect(first.status == second.status, "\(plain)")
            #expect(first.errors == second.errors, "\(plain)")
            #expect(try Self.withoutIDs(first.output) == Self.withoutIDs(second.output), "\(plain)")
        }
        withExtendedLifetime(daemon) {}
    }

    /// Lines of JSON without their ids.
    private static func withoutIDs(_ output: String) throws -> [QueryValue] {
        try output.split(separator: "\n").map { line in
            let value = try JSONParser.parse(Array(line.utf8), depthLimit: 9)
            guard case .object(let members) = value else { return value }
            return .object(members.filter { $0.name != "id" })
        }
    }
}
