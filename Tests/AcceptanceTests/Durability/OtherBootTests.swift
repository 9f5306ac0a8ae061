import QueryCoding
import Testing

/// The requests that an earlier start of the machine left unfinished.
@Suite(.needs(Tally.mountAbsence), .timeLimit(.minutes(1)))
struct OtherBootTests {
    @Test func `a new boot runs and opens nothing of the previous one, and reports all of it`() throws {
        let tally = try Tally()
        let first = try tally.start()
        let running = try first.accept("t:///hold/1?\(Tally.callbacks(1))")
        #expect(tally.begun.line() == "1")
        let waiting = try first.accept("t:///hold/2?\(Tally.callbacks(2))")
        first.kill()
        tally.release.write("")

        try tally.sandbox.write("00000000-0000-4000-8000-000000000000\n", to: "boot")
        let second = try tally.start(
            after: "mount --bind \"$1\" /proc/sys/kernel/random/boot_id", "\(tally.sandbox.path)/boot")
        let recovered = try second.call("status")["recovered"]
        #expect(recovered?["interrupted"] == 1 && recovered?["expired"] == 1 && recovered?["run"] == 0)
        #expect(recovered?["opened"] == 0 && recovered?["callbacks-expired"] == 2)
        try second.waitForLog("recovered unfinished requests")
        for (id, beginning) in [(running, "interrupted: "), (waiting, "expired: ")] {
            let request = try second.ended(id)
            #expect(request["error"]?["code"] == 503)
            #expect(request["error"]?["message"]?.string?.hasPrefix(beginning) == true)
            #expect(request["callback"]?["state"] == "expired")
        }
        #expect(second.stop() == 0)
        #expect(tally.ran == ["1"] && tally.opened.isEmpty)
    }
}
