import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The log of a daemon that strangers write to.
@Suite(.timeLimit(.minutes(5)))
struct LogTests {
    @Test func `a standard error that nobody reads stops nothing`() throws {
        let sandbox = try Sandbox()
        let log = try NamedPipe("\(sandbox.path)/log.fifo")
        let shell = ["-c", "log=$1; shift; exec \"$@\" 2>\"$log\"", "sh", log.path, "\(Products.folder)/xcallbackd"]
        let daemon = try RunningDaemon(sandbox, launcher: [find("sh", sandbox.environment)] + shell)
        let lines = Array(repeating: "nope:///" + String(repeating: "x", count: 1000), count: 100)
        for _ in 0..<30 {
            let replies = try daemon.replies(to: lines, door: .desktop)
            #expect(replies.count == lines.count && replies.allSatisfy { $0["error"]?["code"] == 404 })
        }
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        let dropped = try daemon.call("status")["log"]?["dropped"]?.text.flatMap { Int($0) } ?? 0
        #expect(dropped > 0)
        let shown = try daemon.xcallback(["status"]).output
        #expect(shown.contains("log        \(dropped) lines dropped\n"), "\(shown)")
        // After a read, the log reports the number of missing lines.
        var line = log.line()
        while let text = line, !text.contains("log lines were dropped") { line = log.line() }
        #expect(line == "warning: log lines were dropped, because standard error was not read in time count=\(dropped)")
    }

    @Test func `the first line names the routes and files, and where they are`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let folder = "\(daemon.sandbox.path)/config/xcallbackd"
        try daemon.waitForLog("notice: serving files=1 from=\(folder) routes=3\n")
        daemon.signal(SIGHUP)
        try daemon.waitForLog("notice: configuration loaded files=1 from=\(folder) routes=3\n")
        let empty = try RunningDaemon(Sandbox())
        try empty.waitForLog("notice: serving files=0 from=\(empty.sandbox.path)/config/xcallbackd routes=0\n")
    }

    @Test func `a refused request is logged with its message, and without a secret or a value`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        _ = try daemon.replies(to: ["t:///sya?word=mulberry", "t:///fial?key=s3cret&x-error=app%3A", "t:///say"])
        try daemon.waitForLog("no route for t:///sya")
        #expect(daemon.stop() == 0)
        let lines = daemon.logText.split(separator: "\n").filter { $0.hasPrefix("notice: a request failed") }
        #expect(lines.count == 3 && lines.contains { $0.contains("no route for t:///fial; did you mean /fail?") })
        #expect(!daemon.logText.contains("mulberry") && !daemon.logText.contains("s3cret"))
    }

    @Test func `thousands of hostile lines leave no control byte in the log but line feeds`() throws {
        let daemon = try RunningDaemon(Sandbox())
        var generator = SeededGenerator(seed: 1)
        let connections = try [Door.desktop, .control].map { Connection(try daemon.connect($0)) }
        let count = Scale.count(2000, upTo: 10_000)
        for number in 0..<count {
            // Percent-encoded and raw bytes; of the raw ones, a line feed would end the line.
            let raw = (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }.filter { $0 != 0x0A }
            let coded = raw.map { String(format: "%%%02X", $0) }.joined()
            let starts = ["nope:///", "xcallback:///nope?a=", #"{"jsonrpc":"2.0","id":1,"method":""#, "", "x\u{1B}"]
            let start = starts[number % starts.count]
            let line = Array(start.utf8) + (number % 2 == 0 ? raw : Array(coded.utf8))
            try connections[number / 5 % 2].send(bytes: line)
            _ = try connections[number / 5 % 2].reply()
        }
        #expect(daemon.stop() == 0, "all is written then")
        let log = try Data(contentsOf: URL(filePath: "\(daemon.sandbox.path)/log"))
        #expect(log.split(separator: 0x0A).count > count / 10)
        #expect(log.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
    }
}
