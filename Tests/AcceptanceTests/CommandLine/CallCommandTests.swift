import Foundation
import Glibc
import Testing

/// `xcallback call`, beside what its transcript shows.
struct CallCommandTests {
    @Test(.timeLimit(.minutes(1)))
    func `call prints the request's id when the daemon is killed`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let folder = try Sandbox()
        let errors = open("\(folder.path)/errors", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(errors) }
        let started = try NamedPipe("\(daemon.sandbox.path)/started")
        try daemon.sandbox.routes(
            "schemes: [k]\nroutes: [{name: k, path: /k, run: [sh, -c, \"echo x > \(started.path); sleep 60\"]}]\n", "k")
        _ = try daemon.xcallback(["reload"])
        let client = try Child(
            "\(Products.folder)/xcallback", ["call", "k:///k"], daemon.sandbox.environment, errors: errors)
        #expect(started.line() == "x")
        daemon.signal(SIGKILL)
        #expect(client.wait() == 75)
        let said = try folder.contents("errors")
        #expect(
            said.range(
                of: "the request has the id ([0-9a-f]{32}); see 'xcallback history show \\1'\n$",
                options: .regularExpression) != nil, "\(said)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `call exits with 75 if the daemon hangs, also when its time is over before that is known`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        daemon.signal(SIGSTOP)
        defer { daemon.signal(SIGCONT) }
        let ended = try daemon.xcallback(["call", "t:///say/a", "--timeout", "1ms"])
        #expect(ended.status == 75 && ended.output == "")
        #expect(ended.errors.contains(" does not answer; end it with 'kill -KILL \(daemon.pid)'"), "\(ended)")
    }
}
