import Testing

/// The log on standard error, for journald and for a terminal.
@Suite(.timeLimit(.minutes(1)))
struct JournalLogTests {
    /// Starts a program with JOURNAL_STREAM set to the device and inode of its standard error, as systemd does.
    private static let underJournal = [
        "/bin/sh", "-c", #"JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2) exec "$0" "$@""#,
    ]
    private static let program = "\(Products.folder)/xcallbackd"

    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(
            "schemes: [notes]\nroutes: [{name: fail, path: /fail, run: [sh, -c, 'echo \"it is \\\"broken\\\"\" >&2; exit 1']}]"
        )
    }

    @Test func `a line for journald begins with its priority, and values with spaces are quoted`() throws {
        let daemon = try RunningDaemon(sandbox, launcher: Self.underJournal + [Self.program])
        try sandbox.routes("schemas: [other]\n", "other")
        _ = try daemon.xcallback(["reload"])
        try daemon.waitForLog("configuration refused")
        let lines = daemon.logText.split(separator: "\n")
        for line in lines { #expect(line.wholeMatch(of: /<[2-7]>[^ ].*/) != nil, "\(line)") }
        let refused = try #require(lines.first { $0.contains("configuration refused") })
        #expect(refused.hasPrefix("<3>configuration refused mistake=\""), "\(refused)")
        #expect(refused.hasSuffix("\""), "\(refused)")
        // A quote in a value does not end it.
        #expect(refused.contains(#"\""#) || !refused.dropFirst(35).dropLast().contains("\""), "\(refused)")
    }

    @Test func `a warning about the configuration has a priority of its own`() throws {
        let daemon = try RunningDaemon(sandbox, launcher: Self.underJournal + [Self.program])
        try sandbox.routes("schemes: [other]\nroutes: [{name: a, path: /a, run: [printf, ~/a]}]\n", "other")
        _ = try daemon.xcallback(["reload"])
        try daemon.waitForLog("<4>the configuration may be wrong because=\"routes.d/other.yaml:2:")
    }

    @Test func `a variable that is inherited from another program's unit changes nothing`() throws {
        let launcher = ["/usr/bin/env", "JOURNAL_STREAM=8:1234", Self.program]
        let daemon = try RunningDaemon(sandbox, launcher: launcher)
        try sandbox.routes("schemas: [other]\n", "other")
        _ = try daemon.xcallback(["reload"])
        try daemon.waitForLog("error: configuration refused mistake=")
        #expect(!daemon.logText.contains("<"))
    }

    @Test func `a daemon that cannot start says so with a priority`() throws {
        try sandbox.settings("limits: {connections: many}\n")
        let ended = try run(Self.underJournal[0], Self.underJournal.dropFirst() + [Self.program], sandbox.environment)
        #expect(ended.status == 78)
        let lines = ended.errors.split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("<3>") }, "\(ended.errors)")
    }
}
