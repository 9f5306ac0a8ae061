import DispatcherClient
import DispatcherMessages
import QueryCoding
import TestSupport
import Testing

/// System calls that fail under a request: it is answered or its connection closed, and the daemon goes on.
@Suite(.needs(Tracer.absence), .timeLimit(.minutes(2 + Scale.factor)))
struct FaultTests {
    /// A call, and the errors that it is made to fail with. Of those that no disk and no limit makes fail where they only
    /// wake another thread, the ones that name a file of the sandbox.
    private static let faults: [(call: String, errors: [String])] = [
        ("openat", ["EMFILE", "ENFILE", "EACCES"]), ("accept4", ["EMFILE", "ENFILE", "ECONNABORTED"]),
        ("clone", ["EAGAIN"]), ("clone3", ["EAGAIN", "ENOMEM"]),
        ("execve", ["ENOENT", "EACCES", "ENOMEM"]), ("pwrite64", ["ENOSPC", "EIO"]), ("pread64", ["EIO"]),
        ("write", ["ENOSPC", "EIO"]), ("fdatasync", ["EIO", "ENOSPC"]), ("ftruncate", ["EIO"]),
        ("read", ["EIO"]), ("recvfrom", ["ECONNRESET"]), ("sendto", ["EPIPE"]), ("socket", ["EMFILE"]),
        ("pipe2", ["EMFILE", "ENFILE"]), ("memfd_create", ["EMFILE"]), ("fchmod", ["EACCES"]),
        ("unlink", ["EACCES"]), ("rename", ["EACCES", "EXDEV"]), ("epoll_ctl", ["ENOMEM"]), ("fcntl", ["EMFILE"]),
        ("chdir", ["EACCES"]), ("dup2", ["EMFILE"]), ("newfstatat", ["EACCES"]), ("pidfd_open", ["EMFILE", "ENOMEM"]),
    ]
    private static let files = ["read": "config/xcallbackd/routes.d/t.yaml", "write": "log"]
    /// At the first call, the second, and so on.
    private static let positions = Scale.count(1, upTo: 13)

    @Test(arguments: faults.map(\.call))
    func `the daemon survives a system call that fails, and answers the request`(call: String) throws {
        let tally = try Tally()
        let first = try tally.start()
        var told: [Told] = []
        // Everything that is made only once exists by now.
        var number = 0
        #expect(try first.reply(to: "t:///note/0?\(Tally.callbacks(0))")["callback"]?["state"] == "opened")
        try strike(call, first, tally, &number) { number in
            for kind in ["keep", "read", "fail"] {
                number += 1
                told.append(try ask(first, kind, number))
            }
            for method in ["status", "reload"] { try ask(first, method) }
        }
        #expect(told.contains { $0.reply?["outcome"] != nil })
        first.kill()
        let second = try tally.start()
        try JournalAudit(tally: tally, daemon: second, isWhole: false, mayLoseOpeners: true).check(told)
        // What is forgotten cannot be compared any more.
        try strike(call, second, tally, &number) { _ in try ask(second, "forget") }
        #expect(second.stop() == 0)
    }

    /// Has the daemon do something while a system call of it fails, with each error, and the first time, the second, and so
    /// on. It runs a command all the same after that.
    private func strike(
        _ call: String, _ daemon: RunningDaemon, _ tally: Tally, _ number: inout Int, _ body: (inout Int) throws -> Void
    ) throws {
        for error in Self.faults.first(where: { $0.call == call })?.errors ?? [] {
            for position in 1...Self.positions {
                let name = "\(call) \(error) \(position)"
                let tracer = try Tracer(
                    daemon, calls: call, of: Self.files[call].map { "\(tally.sandbox.path)/\($0)" },
                    injection: "error=\(error):when=\(position)")
                do {
                    try body(&number)
                } catch {
                    Issue.record("\(name): \(error)")
                }
                tracer.end()
                try #require(daemon.isRunning, "\(name):\n\(daemon.logText.suffix(2000))")
                number += 1
                #expect(try daemon.reply(to: "t:///note/\(number)")["outcome"] == "success", "\(name)")
            }
        }
    }

    @Test(arguments: [
        ("openat", "EACCES", "run/xcallbackd/lock"), ("openat", "EACCES", "config/xcallbackd/config.yaml"),
        ("openat", "EACCES", "config/xcallbackd/routes.d/t.yaml"),
        ("openat", "EMFILE", "state/xcallbackd/journal.sqlite"),
        ("openat", "EACCES", "state/xcallbackd/journal.sqlite-wal"),
        ("openat", "ENOSPC", "state/xcallbackd/journal.open"), ("pread64", "EIO", "state/xcallbackd/journal.sqlite"),
        ("pwrite64", "ENOSPC", "state/xcallbackd/journal.sqlite-wal"),
        ("fchmod", "EPERM", "state/xcallbackd/journal.sqlite"),
        ("fdatasync", "EIO", "state/xcallbackd/journal.sqlite-wal"),
    ])
    func `the daemon survives a system call that fails at its start, or names it as the reason`(
        call: String, error: String, file: String
    ) throws {
        let tally = try Tally()
        let first = try tally.start()
        let told = Told(url: "t:///note/1", number: 1, reply: try first.reply(to: "t:///note/1"))
        first.kill()
        let strace = try Tracer.failing(call, "\(error):when=1", of: "\(tally.sandbox.path)/\(file)")
        do {
            let second = try tally.start(launcher: strace + ["\(Products.folder)/xcallbackd"])
            #expect(try second.reply(to: "xcallback:///ping")["outcome"] == "success")
            second.kill()
        } catch let failure as Failure {
            #expect(failure.description.contains("\nxcallbackd: "), "\(failure)")
        }
        let third = try tally.start()
        #expect(try third.reply(to: "t:///note/2")["outcome"] == "success")
        try JournalAudit(tally: tally, daemon: third, isWhole: false).check([told])
        #expect(third.stop() == 0)
    }

    @Test func `a daemon that cannot serve ends with a failure, so that its manager starts it again`() throws {
        let tally = try Tally()
        let failure = #expect(throws: Failure.self) {
            try RunningDaemon.activated(tally.sandbox, launcher: Tracer.failing("listen", "EACCES"))
        }
        #expect(failure?.description.contains("cannot serve") == true)
        #expect(failure?.description.contains("ended with 1") == true, "\(failure?.description ?? "")")
    }

    /// Asks for something; no answer within the patience of a connection is a failure, and its end is an answer.
    private func ask(_ daemon: RunningDaemon, _ kind: String, _ number: Int) throws -> Told {
        let url = "t:///\(kind)/\(number)?\(Tally.callbacks(number))"
        return Told(url: url, number: number, reply: try answer(daemon, url))
    }

    private func ask(_ daemon: RunningDaemon, _ method: String) throws {
        _ = try answer(daemon, RPCRequest(id: 1, method: method, parameters: .object([])).json)
    }

    private func answer(_ daemon: RunningDaemon, _ line: String) throws -> QueryValue? {
        let connection = Connection(try daemon.connect())
        do {
            try connection.send(line)
            return try connection.next(milliseconds: 10_000)
        } catch {
            guard "\(error)" != "\(ClientError.timedOut)" else { throw Failure("no answer to \(line)") }
            return nil
        }
    }
}
