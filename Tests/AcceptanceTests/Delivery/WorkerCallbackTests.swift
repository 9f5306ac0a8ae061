import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import RequestRecord
import Testing

/// A caller gets one outcome once, however its worker behaves. The opener writes down its URLs.
@Suite(.timeLimit(.minutes(1)))
struct WorkerCallbackTests {
    private static let route: QueryValue = ["name": "w.do", "path": "/do", "input": ["n": "int"]]

    private func makeDaemon(settings: String = "") throws -> RunningDaemon {
        let sandbox = try Sandbox()
        try sandbox.write("", to: "opened")
        try sandbox.write(
            "#!/bin/sh\nprintf '%s\\n' \"$1\" >> '\(sandbox.path)/opened'\n", to: "opener", executable: true)
        try sandbox.settings("opener: [\(sandbox.path)/opener]\n" + settings)
        return try RunningDaemon(sandbox)
    }

    private func url(_ number: Int) -> String {
        "w:///do?n=\(number)&x-success=app:ok?n=\(number)&x-error=app:no?n=\(number)"
    }

    /// The opened URLs, once there are that many.
    private func opened(_ count: Int, _ daemon: RunningDaemon) throws -> [String] {
        try wait(for: "\(count) URLs") { daemon.sandbox.lines("opened").count >= count }
        // It opens all remaining callbacks before it ends.
        #expect(daemon.stop() == 0)
        return daemon.sandbox.lines("opened")
    }

    @Test func `two answers and a late one open one callback`() throws {
        let daemon = try makeDaemon()
        let worker = try TestWorker(daemon, Self.route)
        let client = try daemon.send([url(1)])[0]
        let asked = try worker.asked()
        for output in ["first", "second", "third"] as [QueryValue] { try worker.succeed(asked, output) }
        for _ in 1...2 { #expect(try worker.connection.reply()["method"] == "rejected") }
        #expect(try client.reply()["callback"] == ["url": "app:ok?n=1&result=first", "state": "opened"])
        #expect(try opened(1, daemon) == ["app:ok?n=1&result=first"])
    }

    @Test(.needs(programs: "python3"))
    func `a worker killed with ten requests gives each caller one 502`() throws {
        let daemon = try makeDaemon()
        // It serves, reports each request, and never answers.
        let script = """
            import json, os, socket
            daemon = socket.socket(socket.AF_UNIX)
            daemon.connect(os.environ["XDG_RUNTIME_DIR"] + "/xcallbackd/control.sock")
            routes = [{"name": "w.do", "path": "/do", "input": {"n": "int"}}]
            serve = {"jsonrpc": "2.0", "id": 1, "method": "serve", "params": {"routes": routes}}
            daemon.sendall(json.dumps(serve).encode() + b"\\n")
            for line in daemon.makefile(): print("heard", flush=True)
            """
        let output = try ChildPipe()
        let environment = daemon.sandbox.environment
        let process = try Child(find("python3", environment), ["-c", script], environment, output: output.writing)
        output.closeWriting()
        #expect(output.read(line: true) == "heard\n")
        let clients = try daemon.send((0..<10).map(url))
        let status = Connection(try daemon.connect())
        while try status.call("status")["result"]?["requests"]?["running"] != 10 {}
        process.signal(SIGKILL)
        for client in clients { #expect(try client.reply()["error"]?["code"] == 502) }
        try daemon.waitForWorkerRoutes([])
        let expected = (0..<10).map { "app:no?n=\($0)&errorCode=502&errorMessage=the%20worker%20is%20gone" }
        #expect(Set(try opened(10, daemon)) == Set(expected))
        #expect(daemon.sandbox.lines("opened").count == 10)
    }
}
