import Foundation
import QueryCoding
import RequestRecord
import Testing

/// The file of the journal from one start to the next, also if its file system refuses it.
@Suite(.timeLimit(.minutes(2)))
struct JournalFileTests {
    private let tally: Tally

    init() throws { tally = try Tally() }

    private var file: String { "\(tally.sandbox.path)/state/xcallbackd/journal.sqlite" }

    /// A daemon that records one request, and ends.
    private func recordOne() throws {
        let daemon = try tally.start()
        #expect(try daemon.reply(to: "t:///note/1")["outcome"] == "success")
        #expect(daemon.stop() == 0)
    }

    private func dispatch(_ daemon: RunningDaemon, _ url: String, _ id: String) throws -> QueryValue {
        try Connection(daemon.connect()).call("dispatch", ["url": .string(url), "id": .string(id)])
    }

    @Test(arguments: [true, false])
    func `an id names its first request across a restart`(isKilled: Bool) throws {
        let url = "t:///fail/1?\(Tally.callbacks(1))"
        let first = try tally.start()
        let answer = try dispatch(first, url, "once")
        #expect(answer["result"]?["error"]?["code"] == 3)
        if isKilled { first.kill() } else { #expect(first.stop() == 0) }

        let second = try tally.start()
        #expect(try dispatch(second, url, "once") == answer)
        let other = try dispatch(second, "t:///fail/2", "once")
        #expect(other["error"]?["data"]?["code"] == 409)
        #expect(try second.history().count == 1)
        #expect(tally.ran == ["1"])
        // On another socket it is another client's.
        let stranger = Connection(try second.connect(.desktop))
        #expect(
            try stranger.call("dispatch", ["url": "t:///fail/3", "id": "once"])["result"]?["error"]?["code"] == 403)
    }

    @Test(arguments: [true, false])
    func `an id that was accepted before SIGKILL is not run a second time`(hasBegun: Bool) throws {
        let first = try tally.start()
        let ids = try (1...2).map { try first.accept("t:///hold/\($0)", clientID: "id-\($0)") }
        #expect(tally.begun.line() == "1")
        first.kill()

        let second = try tally.start()
        let number = hasBegun ? 1 : 2
        let connection = try second.begin(
            #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"url":"t:///hold/\#(number)","id":"id-\#(number)"}}"#
        )
        #expect(tally.begun.line() == "2")
        tally.release.write("")
        tally.release.write("")
        let reply = try connection.reply()["result"]
        #expect(reply?["id"]?.string == ids[number - 1])
        #expect(reply?["outcome"] == (hasBegun ? "error" : "success"))
        _ = try second.ended(ids[1])
        #expect(tally.ran == ["1", "2"])
    }

    @Test(.needs(programs: "python3"))
    func `a file with another schema is set aside, as the log and status say, and a new one begins`() throws {
        try recordOne()
        let script = """
            import sqlite3, sys
            file = sqlite3.connect(sys.argv[1])
            file.execute("PRAGMA user_version = 7")
            file.commit()
            """
        #expect(try run("python3", ["-c", script, file], tally.sandbox.environment).status == 0)
        let before = FileManager.default.contents(atPath: file)

        let second = try tally.start()
        let name = try #require(try tally.files(with: "").first { $0.hasPrefix("journal.sqlite.other-schema-") })
        let old = "\(tally.sandbox.path)/state/xcallbackd/\(name)"
        let journal = try second.call("status")["journal"]?.string
        #expect(journal == "\(file); a journal with another schema was set aside: \(old)")
        try second.waitForLog("the journal has another schema; it was set aside, and a new journal was begun")
        #expect(FileManager.default.contents(atPath: old) == before)
        #expect(try second.reply(to: "t:///note/2")["outcome"] == "success")
        #expect(try second.history().count == 1)
        #expect(second.stop() == 0)
        let third = try tally.start()
        #expect(try third.call("status")["journal"]?.string == file)
        #expect(try third.history().count == 1)
    }

    @Test(arguments: ["", "this is no database, but it is longer than a header of one hundred bytes would have to be"])
    func `a file that isn't a journal is set aside and reported, and a new one begins`(text: String) throws {
        try recordOne()
        // A journal that was not closed in order is checked.
        try tally.start().kill()
        let old = FileManager.default.contents(atPath: file) ?? Data()
        // Cut, or overwritten, as after a disk failure.
        let damaged = text.isEmpty ? old.prefix(old.count / 2) : Data(text.utf8) + old.dropFirst(text.utf8.count)
        try damaged.write(to: URL(filePath: file))
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }

        let second = try tally.start()
        #expect(try second.call("status")["journal"]?.string == file)
        try second.waitForLog("it was set aside, and a new journal was begun")
        #expect(try tally.files(with: "").contains { $0.hasPrefix("journal.sqlite.corrupt-") })
        #expect(try second.reply(to: "t:///note/2")["outcome"] == "success")
        #expect(try second.history().count == 1)
    }

    /// A start whose file system refuses the file, which is sound: it keeps its name and its rows.
    ///
    /// Records a request, serves the next request from memory while the start refuses the file, and reads both after that.
    /// - Parameter reason: The end of what `status` says.
    private func check(_ reason: String, start: () throws -> RunningDaemon) throws {
        try recordOne()
        let before = try tally.files(with: "")

        let second = try start()
        #expect(try second.call("status")["journal"]?.string == "memory: \(reason)")
        #expect(try second.reply(to: "t:///note/2")["outcome"] == "success")
        #expect(try second.history().count == 1)
        // The daemon tries the file again.
        try second.waitForLog("the journal cannot return to its file")
        #expect(try second.call("status")["journal"]?.string == "memory: \(reason)")
        #expect(second.stop() == 0)
        #expect(try tally.files(with: "").sorted() == before.sorted())

        let third = try tally.start()
        #expect(try third.call("status")["journal"]?.string == file)
        #expect(try third.history().map { $0["url"] } == ["t:///note/1"])
        #expect(tally.ran == ["1", "2"])
    }

    /// The error of each lock, as of file systems of other machines, and what `status` says.
    @Test(
        .needs(Tracer.absence),
        arguments: [
            ("ENOLCK", "cannot lock 'FILE': No locks available"), ("EACCES", "cannot lock 'FILE': Permission denied"),
            ("EPERM", "cannot lock 'FILE': Operation not permitted"),
            ("EOPNOTSUPP", "cannot lock 'FILE': Operation not supported"),
        ])
    func `a file system without locks leaves the journal in memory, and nothing is renamed`(
        error: String, reason: String
    ) throws {
        try check(reason.replacing("FILE", with: file)) {
            let launcher = try Tracer.failing("fcntl", error, of: file) + ["\(Products.folder)/xcallbackd"]
            return try tally.start(arguments: ["--log-level", "debug"], launcher: launcher)
        }
    }

    @Test func `a journal that is removed while it is open is begun again, and status says so`() throws {
        let daemon = try tally.start()
        #expect(try daemon.reply(to: "t:///note/1")["outcome"] == "success")
        for suffix in ["", "-wal"] { #expect(unlink(file + suffix) == 0) }
        #expect(try daemon.reply(to: "t:///note/2")["outcome"] == "success")
        try daemon.waitForLog("the journal is in its file again")
        let status = "\(file); a new file: '\(file)' was removed or replaced"
        #expect(try daemon.call("status")["journal"]?.string == status)
        #expect(try daemon.reply(to: "t:///note/3")["outcome"] == "success")
        daemon.kill()
        #expect(try tally.start().history().map { $0["url"] } == ["t:///note/3", "t:///note/2"])
        #expect(tally.ran == ["1", "2", "3"])
    }

    @Test(.needs(Tally.mountAbsence))
    func `a read-only file system leaves the journal in memory, and nothing is renamed`() throws {
        try check("cannot open '\(file)': Read-only file system") {
            try tally.start(
                after: "mount --bind \"$1\" \"$1\"; mount -o remount,bind,ro \"$1\"",
                "\(tally.sandbox.path)/state", options: ["--log-level", "debug"])
        }
    }

    @Test func `journal: off writes no file`() throws {
        try tally.settings("journal: off\n")
        let daemon = try tally.start()
        #expect(try daemon.call("status")["journal"] == "memory")
        #expect(try daemon.reply(to: "t:///note/1")["outcome"] == "success")
        #expect(tally.ran == ["1"])
        #expect(try daemon.history().count == 1)
        #expect(try tally.files(with: "").isEmpty)
    }
}
