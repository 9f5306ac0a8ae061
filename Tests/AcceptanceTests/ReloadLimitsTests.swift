import DispatcherMessages
import QueryCoding
import Testing

/// A reload changes the limits of config.yaml without a restart.
struct ReloadLimitsTests {
    @Test(.timeLimit(.minutes(1)))
    func `the limit of a line holds at once, on connections that are open too`() throws {
        let sandbox = try Sandbox()
        try sandbox.settings("limits: {line: 1KiB}\n")
        let daemon = try RunningDaemon(sandbox)
        let open = Connection(try daemon.connect())
        let url = "xcallback:///echo?a=" + String(repeating: "a", count: 2000)
        try open.send(url)
        #expect(try open.reply()["error"]?["code"] == 413)
        try sandbox.settings("limits: {line: 4KiB}\n")
        #expect(try daemon.call("reload")["refused"] == [])
        try open.send(url)
        #expect(try open.reply()["outcome"] == "success")
        try sandbox.settings("limits: {line: 1KiB}\n")
        #expect(try daemon.call("reload")["refused"] == [])
        try open.send(url)
        #expect(try open.reply()["error"]?["code"] == 413)
        #expect(try daemon.reply(to: url)["error"]?["code"] == 413)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the limit of connections holds for those that come`() throws {
        let sandbox = try Sandbox()
        try sandbox.settings("limits: {connections: 2}\n")
        let daemon = try RunningDaemon(sandbox)
        let first = Connection(try daemon.connect())
        try first.send("xcallback:///ping")
        #expect(try first.reply()["outcome"] == "success")
        try sandbox.settings("limits: {connections: 1}\n")
        #expect(try daemon.call("reload")["refused"] == [])
        // What is open stays open; what comes is refused.
        #expect(try Connection(daemon.connect()).next(milliseconds: 20_000)?["error"]?["code"] == 503)
        try first.send("xcallback:///ping")
        #expect(try first.reply()["outcome"] == "success")
        try sandbox.settings("limits: {connections: 3}\n")
        try first.send(#"{"jsonrpc":"2.0","id":1,"method":"reload"}"#)
        #expect(try first.next(milliseconds: 20_000)?["result"]?["refused"] == [])
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
    }
}
