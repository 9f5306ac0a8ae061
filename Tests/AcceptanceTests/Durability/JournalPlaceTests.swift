import Foundation
import Glibc
import QueryCoding
import TestSupport
import Testing

/// A journal whose file system refuses the file. The file is sound: it keeps its name and its rows.
@Suite(.timeLimit(.minutes(2)))
struct JournalPlaceTests {
    private let tally: Tally
    private var file: String { "\(tally.sandbox.path)/state/xcallbackd/journal.sqlite" }

    init() throws { tally = try Tally() }

    /// Records a request, serves the next request from memory while the start refuses the file, and reads both after that.
    /// - Parameter reason: The end of what `status` says.
    private func check(_ reason: String, start: () throws -> RunningDaemon) throws {
        let first = try tally.start()
        #expect(try first.reply(to: "t:///note/1")["outcome"] == "success")
        #expect(first.stop() == 0)
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
            let strace = [
                try find("strace", tally.sandbox.environment), "-D", "-f", "-qq", "-o", "/dev/null", "-P", file,
                "-e", "trace=fcntl", "-e", "inject=fcntl:error=\(error)", "\(Products.folder)/xcallbackd",
            ]
            return try tally.start(arguments: ["--log-level", "debug"], launcher: strace)
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
}
