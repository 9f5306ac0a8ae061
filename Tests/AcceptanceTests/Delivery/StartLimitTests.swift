import Foundation
import QueryCoding
import Testing

/// A daemon that fails for good, under a real manager.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(5)))
struct StartLimitTests {
    @Test(arguments: ["fails", "is gone"])
    func `after a program that fails or is gone, install starts the daemon and its sockets again`(fault: String) throws
    {
        let sandbox = try Sandbox()
        let service = try InstalledService(sandbox)
        let program = "\(sandbox.path)/home/.local/bin/xcallbackd"
        try FileManager.default.moveItem(atPath: program, toPath: "\(program).kept")
        if fault == "fails" { try sandbox.write("#!/bin/sh\nexit 1\n", to: program, executable: true) }
        let begun = ContinuousClock.now
        let client = try service.session.perform(["\(Products.folder)/xcallback", "send", "xcallback:///ping"])
        #expect(client.status == 75, "\(client)")
        if fault == "is gone" { #expect(ContinuousClock.now - begun < .seconds(5)) }
        try wait(for: "the socket to fail") {
            try service.session.property("ActiveState", of: "xcallbackd-control.socket") == "failed"
        }
        #expect(rename("\(program).kept", program) == 0)
        // Its last check connects to the daemon.
        let installed = try service.session.perform(["\(Products.folder)/xcallback", "install"])
        #expect(installed.status == 0 && !installed.output.contains("control socket"), "\(installed)")
        #expect(try service.exchange("xcallback:///ping")["outcome"] == "success")
    }
}
