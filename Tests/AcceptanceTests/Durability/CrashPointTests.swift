import QueryCoding
import TestSupport
import Testing

/// SIGKILL at each system call that a request makes in the daemon and in its children.
@Suite(.needs(Tracer.absence), .timeLimit(.minutes(2 + Scale.factor)))
struct CrashPointTests {
    /// Those that change something outside of the process, or send something.
    private static let calls =
        "accept4,clone,clone3,close,dup2,epoll_ctl,execve,fcntl,fdatasync,memfd_create,openat,pipe2,pwrite64,read,"
        + "recvfrom,sendto,unlink,vfork,wait4,waitid,write,writev"
    /// The number of points that a short run tries; a full run tries each.
    private static let sample = 25

    /// Half of them lead to one of our own requests instead of another app.
    private func url(_ number: Int) -> String {
        let next = "x-success=t%3A%2F%2F%2Fnote%2Fnext-\(number)"
        return "t:///note/\(number)?\(number % 2 == 0 ? Tally.callbacks(number) : next)"
    }

    @Test func `SIGKILL at any system call loses nothing, and runs and calls back nothing twice`() throws {
        let tally = try Tally()
        var told: [Told] = []
        for (number, point) in zip(1..., try points(tally).prefix(Scale.count(Self.sample, upTo: .max))) {
            let daemon = try tally.start()
            let tracer = try Tracer(daemon, calls: point.call, injection: "signal=SIGKILL:when=\(point.number)")
            let connection = Connection(try daemon.connect())
            var request = Told(url: url(number), number: number)
            let answer = Result {
                try connection.send(request.url)
                return try connection.next()
            }
            if case .success(let reply) = answer { request.reply = reply }
            told.append(request)
            // In this order: of one that is dead and not waited for, the tracer waits for a sign.
            daemon.kill()
            tracer.end()
        }
        let daemon = try tally.start()
        try JournalAudit(tally: tally, daemon: daemon, mayLoseOpeners: true).check(told)
        #expect(daemon.stop() == 0)
    }

    /// Every call of a request that is left alone, in any order.
    private func points(_ tally: Tally) throws -> [(call: String, number: Int)] {
        let daemon = try tally.start()
        let tracer = try Tracer(daemon, calls: Self.calls)
        #expect(try daemon.reply(to: url(0))["callback"]?["state"] == "opened")
        try wait(for: "the opener") { tally.opened.count == 1 }
        let counts = try tracer.counts()
        #expect(daemon.stop() == 0)
        // Their number differs from run to run: one more of each.
        let points = counts.flatMap { call, count in (1...(count + 1)).map { (call: call, number: $0) } }
        #expect(points.count > 50)
        return points.shuffled()
    }
}
