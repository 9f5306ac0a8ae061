import Testing

/// A program that was started for a request uses no other socket than the one that its request came by.
@Suite(.timeLimit(.minutes(1)))
struct OnlyDoorTests {
    private let daemon: RunningDaemon

    init() throws { daemon = try RunningDaemon(Sandbox()) }

    private func shell(_ script: String) throws -> Ended {
        try run("/bin/sh", ["-c", script], daemon.sandbox.environment)
    }

    @Test(arguments: ["history", "routes", "status", "pause t", "reload", "call xcallback:///ping", "explain t:///x"])
    func `a program that was started for the desktop socket uses no method of the control socket`(
        command: String
    ) throws {
        let ended = try shell("XCALLBACK_DOOR=desktop xcallback \(command)")
        #expect(ended.status == 77 && ended.output == "" && ended.errors.contains("unset XCALLBACK_DOOR"))
    }

    @Test func `a program that was started for the desktop socket opens URLs there`() throws {
        let ended = try shell("XCALLBACK_DOOR=desktop xcallback open xcallback:///ping")
        #expect(ended.status == 1 && ended.errors.contains("error 403"), "\(ended)")
    }

    /// A daemon of a later version may have another socket.
    @Test(arguments: ["send xcallback:///ping", "run xcallback:///ping", "call xcallback:///ping", "status"])
    func `a socket that this version does not know permits no socket`(command: String) throws {
        for name in ["nonsense", "Control", "desktop\n"] {
            let ended = try shell("XCALLBACK_DOOR='\(name)' xcallback \(command) </dev/null")
            #expect(ended.status == 77 && ended.output == "" && ended.errors.contains("unset XCALLBACK_DOOR"))
        }
        #expect(try shell("XCALLBACK_DOOR= xcallback send xcallback:///ping").status == 0)
    }
}
