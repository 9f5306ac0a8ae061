import QueryCoding
import RequestRecord
import Testing

/// The result or the failure of a click, as the notification service of a real session bus gets it from the real notify-send(1).
@Suite(.needs(SessionBus.absence), .needs(programs: "notify-send"), .timeLimit(.minutes(1)))
struct ResultNotificationTests {
    @Test(arguments: [
        ("--help", "--help"),
        ("<b>bold</b> & \\074b\\076", "&lt;b&gt;bold&lt;/b&gt; &amp; \\074b\\076"),
        ("one\ntwo", "one\ntwo"),
    ])
    func `a value reaches the service as it is, whatever the program or the service would read in it`(
        text: String, body: String
    ) throws {
        let sandbox = try Sandbox()
        let bus = try SessionBus(sandbox)
        let service = try NotificationService(sandbox)
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: say, path: /say, input: {t: string}, notify: true, output: text, run: [printf, --, "%s", $t]}
              - {name: bad, path: /bad, run: [sh, -c, 'echo it is gone >&2; exit 2']}
            """, "t")
        let daemon = try RunningDaemon(sandbox, environment: bus.environment)
        #expect(
            try daemon.reply(to: "t:///say?t=\(PercentCoding.encode(text))", door: .desktop)["outcome"] == "success")
        #expect(try service.next() == ["xcallbackd", "t.say", .string(body)])
        let failed = try daemon.reply(to: "t:///bad", door: .desktop)
        #expect(failed["error"] == ["code": 2, "message": "the action failed"])
        let id = try #require(failed["id"]?.string)
        let reason = "it is gone\n(xcallback history show \(id.suffix(6)))"
        #expect(try service.next() == ["xcallbackd", "t.bad failed (2)", .string(reason)])
    }

    /// The end of a unit's program ends what it started.
    @Test(.needs(UserSession.absence))
    func `a run of a timer or service shows its result`() throws {
        let sandbox = try Sandbox()
        let service = try NotificationService(sandbox)
        try sandbox.routes(
            "schemes: [t]\nroutes: [{name: say, path: /say, output: text, run: [echo, hello]}]\n", "t")
        let session = try UserSession(sandbox)
        let daemon = try RunningDaemon(sandbox)
        for _ in 1...3 {
            let ended = try session.perform([
                "systemd-run", "--user", "--wait", "--quiet", "\(Products.folder)/xcallback", "run", "--notify",
                "t.say",
            ])
            #expect(ended.status == 0, "\(ended)")
            #expect(try service.next() == ["xcallback", "t.say", "hello"])
        }
        withExtendedLifetime(daemon) {}
    }
}
