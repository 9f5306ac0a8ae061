import Foundation
import QueryCoding
import RequestRecord
import Testing
import UnixSystem

/// The file of a route's token.
@Suite(.timeLimit(.minutes(1)))
struct TokenFileTests {
    @Test func `a token file that is a FIFO, a folder or too long is 401, and holds nothing up`() throws {
        let routes = ["fifo", "folder", "long", "right"].map { name in
            "{name: \(name), path: /\(name), token: {file: \(name)}, run: [\"true\"]}"
        }
        let sandbox = try Sandbox("schemes: [t]\nroutes: [\(routes.joined(separator: ", "))]\n")
        #expect(mkfifo("\(sandbox.routesFolder)/fifo", 0o600) == 0)
        #expect(mkdir("\(sandbox.routesFolder)/folder", 0o700) == 0)
        try sandbox.write(String(repeating: "a", count: 5000), to: "\(sandbox.routesFolder)/long")
        try sandbox.write("secret\n", to: "\(sandbox.routesFolder)/right")
        let daemon = try RunningDaemon(sandbox)
        // More at once than there are threads to hold up.
        for connection in try daemon.send(Array(repeating: "t:///fifo?x-token=secret", count: 16)) {
            #expect(try connection.reply()["error"]?["code"] == 401)
        }
        for route in ["folder", "long"] {
            #expect(try daemon.reply(to: "t:///\(route)?x-token=secret")["error"]?["code"] == 401)
        }
        #expect(try daemon.reply(to: "t:///right?x-token=secret")["outcome"] == "success")
        #expect(try daemon.reply(to: "t:///right?x-token=other")["error"]?["code"] == 401)
    }

    private func start(_ token: String = "{file: token}") throws -> RunningDaemon {
        return try RunningDaemon(
            """
            schemes: [t]
            desktop: allow
            routes: [{name: a, path: /a, input: {text: line?}, token: \(token), run: [printf, --, $text], output: text}]
            """)
    }

    @Test(
        arguments: [
            (0o600, nil, nil),
            (0o400, nil, nil),
            (0o622, nil, "others may write"),
            (0o602, nil, "others may write"),
            (0o644, nil, nil),  // others cannot enter the folder
            (0o600, 65_534, "belongs to the account 65534, not to root; run: chown 0"),
        ] as [(mode_t, uid_t?, String?)])
    func `a token file that others may change is 401, and only the control socket learns why`(
        mode: mode_t, owner: uid_t?, reason: String?
    ) throws {
        if owner != nil, geteuid() != 0 { return }
        let daemon = try start()
        let file = "\(daemon.sandbox.routesFolder)/token"
        try daemon.sandbox.write("secret\n", to: file)
        #expect(chmod(file, mode) == 0)
        if let owner { #expect(chown(file, owner, gid_t.max) == 0) }
        let reply = try daemon.reply(to: "t:///a?text=hi&x-token=secret")
        #expect(reply["output"]?["result"] == (reason == nil ? "hi" : nil))
        guard let reason else { return }
        #expect(reply["error"]?["code"] == 401)
        #expect(reply["error"]?["detail"]?.string?.contains(reason) == true, "\(reply.json)")
        #expect(
            try daemon.reply(to: "t:///a?text=hi&x-token=secret", door: .desktop)["error"]
                == ["code": 401, "message": "the token of route 't.a' cannot be checked"])
        #expect(try daemon.xcallback(["check"]).output.contains(reason))
    }

    @Test func `token makes the file for the user alone, and its token opens the route`() throws {
        let daemon = try start("{file: secrets, parameter: auth-token, required: true}")
        let file = "\(daemon.sandbox.routesFolder)/secrets"
        #expect(try daemon.reply(to: "t:///a?text=hi")["error"]?["code"] == 401)
        var former = ""
        for _ in 1...2 {
            let made = try daemon.xcallback(["token", "t.a"])
            let token = made.output.trimmingCharacters(in: .newlines)
            #expect(made.status == 0 && token.count == 32 && token != former)
            #expect(made.errors == "xcallback: add auth-token=TOKEN to the URLs of t.a; the token is in \(file)\n")
            #expect(File.permissions(of: file) == 0o600)
            #expect(try daemon.reply(to: "t:///a?text=hi&auth-token=\(token)")["output"]?["result"] == "hi")
            #expect(try daemon.reply(to: "t:///a?text=hi&auth-token=\(former)x")["error"]?["code"] == 401)
            // Only the parameter that the route names.
            #expect(try daemon.reply(to: "t:///a?text=hi&x-token=\(token)")["error"]?["code"] == 401)
            former = token
        }
        #expect(!(try daemon.xcallback(["history", "--json"]).output.contains(former)))
    }

    @Test(arguments: [
        ("link", "not a file of one line"), ("folder", "not a file of one line"),
        ("long", "not a file of one line"),
        ("missing/token", "cannot write into the folder"), ("open/token", "run: chmod o-w"),
    ])
    func `token replaces nothing but a token of the user's own`(file: String, reason: String) throws {
        let daemon = try start("{file: \(file)}")
        let folder = daemon.sandbox.routesFolder
        try daemon.sandbox.write("kept", to: "\(folder)/target")
        #expect(symlink("target", "\(folder)/link") == 0)
        #expect(mkdir("\(folder)/folder", 0o700) == 0 && mkdir("\(folder)/open", 0o700) == 0)
        #expect(chmod("\(folder)/open", 0o777) == 0)
        try daemon.sandbox.write("a\nb\n", to: "\(folder)/long")
        let made = try daemon.xcallback(["token", "t.a"])
        #expect(made.status == 1 && made.output == "" && made.errors.contains(reason), "\(made.errors)")
        #expect(try daemon.sandbox.contents("config/xcallbackd/routes.d/target") == "kept")
        #expect(try daemon.sandbox.contents("config/xcallbackd/routes.d/long") == "a\nb\n")
    }
}
