import Foundation
import Testing

/// Text from outside, beside what its transcript shows.
@Suite(.timeLimit(.minutes(1)))
struct ShownTextTests {
    @Test(.needs(programs: "script", "socat"))
    func `a terminal cannot obey a link of another machine`() throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            #"""
            #!/bin/sh
            read -r line
            id=$(printf %s "$line" | sed 's/.*"id":\([^,}]*\).*/\1/')
            printf '{"jsonrpc":"2.0","id":%s,"result":{"url":"t:///\\u001b]0;pwn\\u0007\\u009b\\u202e"}}\n' "$id"
            """#, to: "far/daemon", executable: true)
        let far = "\(sandbox.path)/far"
        let socat = try Child(
            find("socat", sandbox.environment), ["UNIX-LISTEN:\(far)/control.sock,fork", "EXEC:\(far)/daemon"],
            sandbox.environment)
        try wait(for: "the socket") { access("\(far)/control.sock", F_OK) == 0 }
        let link = "\(Products.folder)/xcallback link --socket-directory \(far) t.say"
        let shown = try run("script", ["-qec", link, "/dev/null"], sandbox.environment, input: "").output
        withExtendedLifetime(socat) {}
        #expect(shown == "t:///\\u{1b}]0;pwn\\u{7}\\u{9b}\\u{202e}\r\n")
    }

    @Test
    func `the log has ASCII alone`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        #expect(try daemon.xcallback(["run", "Müller/x"]).errors.hasPrefix("xcallback: no route 'Müller/x'\n"))
        try daemon.waitForLog(#"M\\u{fc}ller/x"#)
        #expect(daemon.logText.utf8.allSatisfy { $0 < 0x80 })
    }
}
