import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// A secret in every part of a request, and then a search for it in everything that the daemon wrote down.
@Suite(.timeLimit(.minutes(2 + Scale.factor)), .needs(programs: "bash"))
struct SecretTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon

    private static let secret = "7/\"\(SecretTrail.core) é+\\"
    private static let encoded = PercentCoding.encode(secret)
    /// For the token file, and for places that take no quotes.
    private static let plain = "wl-\(SecretTrail.core)-8"

    init() throws {
        sandbox = try Sandbox()
        let path = sandbox.path
        try Self.writeTools(to: sandbox)
        try sandbox.write(Self.plain, to: "\(sandbox.routesFolder)/token")
        try sandbox.settings(
            "opener: [\(path)/opener]\ncallbacks: {hosts: [ok.example], allow: [other]}\n"
                + "apps: {things: {secret: [ticket]}}\nlimits: {output: 64KiB}\n")
        try sandbox.routes(Self.routes.replacing("TOOLS", with: path), "n")
        try sandbox.routes("schemes: [off]\nenabled: false\nroutes: [{name: x, path: /x, run: [x]}]\n", "off")
        daemon = try RunningDaemon(sandbox, arguments: ["--log-level", "debug"])
    }

    private static let routes = """
        schemes: [n]
        desktop: allow
        routes:
          - {name: say, path: /say, input: {pin: {type: string?, secret: true}, n: int?}, run: [TOOLS/say, --, $pin], output: text}
          - {name: path, path: "/path/{pin}", input: {pin: {type: string, secret: true}}, run: [TOOLS/say, --, $pin], output: text}
          - {name: part, path: "/part/v{pin}.txt", input: {pin: {type: string, secret: true}}, run: [TOOLS/say, --, "--pin=$pin"], output: text}
          - {name: rest, path: "/rest/{pins**}", input: {pins: {type: [string], secret: true}}, run: [TOOLS/say, --, $pins], output: lines}
          - {name: list, path: /list, input: {pins: {type: [string], secret: true}}, run: [TOOLS/say, [--pin, $pins]], output: text}
          - {name: read, path: /read, input: {pin: {type: string, secret: true}}, stdin: json, run: [TOOLS/say], output: json}
          - {name: feed, path: /feed, input: {pin: {type: string, secret: true}}, stdin: $pin, run: [TOOLS/say], output: text}
          - {name: url, path: /url, input: {pin: {type: string?, secret: true}}, run: [TOOLS/say, --, "${x-url}", "${x-source}", "${x-fragment}"], output: text}
          - {name: env, path: /env, input: {n: int?}, run: [env], output: lines}
          - {name: coded, path: /coded, input: {pin: {type: string, secret: true}}, run: [TOOLS/coded, $pin], output: text, notify: true}
          - {name: fail, path: /fail, input: {pin: {type: string, secret: true}}, errors: stderr, run: [TOOLS/fail, --, $pin]}
          - {name: hide, path: /hide, input: {pin: {type: string, secret: true}}, run: [TOOLS/fail, --, $pin]}
          - {name: gone, path: /gone, input: {pin: {type: string, secret: true}}, run: [no-such-program, $pin]}
          - {name: slow, path: /slow, input: {pin: {type: string, secret: true}}, timeout: 50ms, run: [sleep, "60"]}
          - {name: much, path: /much, input: {pin: {type: string, secret: true}}, output: text, run: [TOOLS/much, $pin]}
          - {name: never, path: /never, desktop: never, input: {pin: {type: string, secret: true}}, run: [TOOLS/say, $pin]}
          - {name: ask, path: /ask, desktop: ask, input: {pin: {type: string, secret: true}}, run: [TOOLS/say, $pin]}
          - {name: rate, path: /rate, rate: {per-second: 1, burst: 1}, input: {pin: {type: string, secret: true}}, run: ["true"]}
          - {name: token, path: /token, token: {file: token, required: true}, run: [TOOLS/say, --, "${x-url}"], output: text}
          - {name: script, path: /script, input: {pin: {type: string, secret: true}}, output: text, script: 'printf "%s" "$pin"; TOOLS/say "$pin" >&2'}
          - {name: plain, path: /plain, input: {p: string?}, run: [TOOLS/say, --, $p], output: text, notify: true}
          - {name: on, path: /on, input: {pin: {type: string, secret: true}}, redirect: "n:///plain?p=$pin"}
          - {name: in, path: /in, input: {pin: {type: string, secret: true}}, open: "n:///plain?p=$pin"}
          - {name: out, path: /out, input: {pin: {type: string, secret: true}}, open: "other:///a/$pin?auth-token=$pin"}
          - {name: signin, path: /auth/callback, input: {code: line?, state: line?, id-token: line?, client_secret: line?, next: string?}, run: [TOOLS/say, --, $code, $client_secret, $next, "${x-url}"], output: text}
          - {name: get, path: "/get/{rest**}", run: [TOOLS/say, --, $rest, "${x-url}"], output: text}
          - {name: loop, path: /loop, input: {pin: {type: string, secret: true}}, redirect: "n:///loop?pin=$pin"}
        """

    /// URLs that the desktop socket and the control socket get.
    private static var urls: [String] {
        let (pin, plain) = (encoded, plain)
        let nested = PercentCoding.encode(pin)
        return [
            // Its notification has the last line of standard error, and is one of the five that are shown.
            "n:///hide?pin=\(pin)",
            "n:///say?pin=\(pin)", "n:///path/\(pin)", "n:///part/v\(pin).txt", "n:///rest/\(pin)/\(pin)",
            "n:///list?pins=\(pin)&pins.1=\(pin)&pins[]=\(pin)", "n:///say?pin.a.b=\(pin)", "n:///read?pin=\(pin)",
            "n:///feed?pin=\(pin)", "n:///script?pin=\(pin)", "n:///coded?pin=\(pin)",
            "n:///say?pin=\(pin.lowercased())", "n:///say?pin=\(pin)&x-token=\(pin)&key=\(pin)",
            // tokens: the right one under both names, a wrong one, and near misses
            "n:///token?x-token=\(plain)", "n:///token?key=\(plain)", "n:///token?key=\(plain)x",
            "n:///token?X-Token=\(plain)", "n:///token?Key=\(plain)", "n:///plain?token=\(plain)",
            "n:///say?Pin=\(pin)", "n:///plain?p=1&x-token=\(plain)",
            // other parts of the URL
            "n:///url?pin=\(pin)&x-source=app-\(pin)-x", "n:///url?pin=\(pin)#a-\(pin)-b",
            "n:///say?pin=\(pin)&n=\(pin)", "n:///say?pin=\(pin)&\(pin)=1",
            // requests that follow
            "n:///on?pin=\(pin)", "n:///in?pin=\(pin)", "n:///out?pin=\(pin)",
            "n:///say?pin=\(pin)&x-success=n%3A%2F%2F%2Fplain%3Fp%3D1", "n:///say?pin=\(pin)&x-success=other%3Adone",
            "n:///plain?p=1&x-success=n%3A%2F%2F%2Fsay%3Fpin%3D\(nested)",
            "n:///plain?p=1&x-success=n%3A%2F%2F%2Fpath%2F\(nested)",
            "n:///url?x-success=things%3A%2F%2F%2Fa%3Fauth-token%3D\(nested)%26ticket%3D\(nested)",
            "n:///plain?p=1&x-success=other%3Aa%3Fkey%3D\(nested)&x-success=other%3Ab",
            // the names of the world, of declared inputs and of others, and in URLs inside values
            "n:///auth/callback?code=\(pin)&state=1", "n:///auth/callback?id_token=\(pin)&refresh_token=\(pin)",
            "n://auth/callback?client_secret=\(pin)&pwd=\(pin)&sig=\(pin)&api_key=\(pin)",
            "n:///cb?access-token=\(pin)",
            "nowhere://auth/callback?code=\(pin)&state=1&SAMLResponse=\(pin)&otp=\(pin)&JSESSIONID=\(pin)",
            "n:///auth/callback?next=https%3A%2F%2Fa.example%2F%3Faccess_token%3D\(nested)%26b%3D1",
            "n:///get/https%3A%2F%2Fa.example%2F%3Fpassword%3D\(nested)", "n:///get/a#secret=\(pin)",
            // refusals and failures
            "n:///fail?pin=\(pin)&x-error=other%3Afailed", "n:///hide?pin=\(pin)", "n:///gone?pin=\(pin)",
            "n:///slow?pin=\(pin)", "n:///much?pin=\(pin)", "n:///never?pin=\(pin)", "n:///ask?pin=\(pin)",
            "n:///rate?pin=\(pin)", "n:///rate?pin=\(pin)", "n:///loop?pin=\(pin)", "n:///say?pin=\(pin)&bad=%zz",
            "n:///path/\(pin)/more", "n:///pth/\(pin)", "off:///x?key=\(pin)", "nowhere:///x?auth-token=\(pin)",
            "xcallback:///echo?password=\(pin)", "xcallback:///reply/\(pin)?a=\(pin)",
            "n:///say?pin=\(pin)&x-error=https%3A%2F%2Fno.example%2F%3Fkey%3D\(nested)",
            "n:///say?pin=\(pin)&x-success=file%3A%2F%2F%2F\(nested)",
        ]
    }

    /// Commands that record what they got and print it again, an opener and a program for notifications.
    private static func writeTools(to sandbox: Sandbox) throws {
        let path = sandbox.path
        let say = #"text=$([ $# = 0 ] && cat || printf %s "$*"); printf '%s\n' "$text" >> '\#(path)/got'"#
        let tools = [
            "say": #"\#(say); printf '%s\n' "$text" >&2; printf %s "$text""#,
            "fail": #"\#(say); printf '%s\n' "$text" >&2; exit 3"#,
            "much": #"yes "$1" | head -c 200000"#,
            "coded":
                #"printf 'u:%s' "$1" | base64 -w0; printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'"#,
            "opener": #"printf '%s\n' "$1" >> '\#(path)/opened'"#,
            "bin/notify-send": #"printf '%s\n' "$@" >> '\#(path)/shown'"#,
        ]
        for (name, text) in tools { try sandbox.write("#!/bin/bash\n\(text)\n", to: name, executable: true) }
    }

    /// How often the commands got the secret.
    private var gotten: Int { ((try? sandbox.contents("got")) ?? "").components(separatedBy: Self.secret).count - 1 }

    private func trail() -> SecretTrail { SecretTrail(sandbox: sandbox) }

    @Test func `a secret is in no file, log line, notification or history, however it came`() throws {
        for door in Door.allCases {
            let replies = try daemon.replies(to: Self.urls, door: door)
            #expect(replies.count == Self.urls.count)
        }
        #expect(gotten > 40)
        try daemon.waitUntilIdle()
        try wait(for: "the notifications") {
            let shown = (try? sandbox.contents("shown")) ?? ""
            return ["n.hide failed (3)\n", "n.coded\n", "n.plain\n"].allSatisfy(shown.contains)
        }
        try trail().expectNone(daemon)
        for request in try daemon.history() { #expect(request.json.contains("redacted"), "\(request.json)") }
        _ = try daemon.call("forget")
        try trail().expectNone(daemon)
        #expect(daemon.stop() == 0)
        try trail().expectNone()
    }

    @Test func `a secret in the caller's id, in its environment and in an activation token is not written down`() throws
    {
        let environment: QueryValue = [
            "XDG_ACTIVATION_TOKEN": .string(Self.plain), "DESKTOP_STARTUP_ID": .string("\(Self.plain)-2"),
            "XAUTHORITY": .string("/run/\(Self.secret)"),
        ]
        let urls = [
            "n:///env?key=\(Self.encoded)", "n:///env?key=\(Self.encoded)&x-success=other%3Aa",
            "n:///env?n=x&key=\(Self.encoded)",
        ]
        for (number, url) in urls.enumerated() {
            for wait in [true, false] {
                let id = "\(number)-\(wait)-\(Self.plain)"
                let answer = try daemon.call(
                    "dispatch",
                    ["url": .string(url), "id": .string(id), "wait": .bool(wait), "environment": environment])
                #expect(wait == (answer["outcome"] != nil))
            }
        }
        try daemon.waitUntilIdle()
        // The command has it, and its caller asked for its output.
        let variables = try daemon.call(
            "dispatch", ["url": "n:///env", "environment": ["XDG_ACTIVATION_TOKEN": .string(Self.plain)]])["output"]
        #expect(variables?.json.contains("XDG_ACTIVATION_TOKEN=\(Self.plain)") == true)
        try trail().expectNone(daemon)
    }

    @Test func `a worker's answers and errors are written down without the secret`() throws {
        let worker = try TestWorker(
            daemon,
            ["name": "w.do", "path": "/do/{x}", "input": ["x": "line", "pin": ["type": "string", "secret": true]]])
        let answers: [QueryValue] = [
            ["outcome": "success", "output": ["pin": .string(Self.secret), "deep": [["a", .string(Self.encoded)]]]],
            ["outcome": "success", "output": .object([QueryValue.Member(Self.secret, 1)])],
            ["outcome": "error", "error": ["code": 7, "message": .string("not \(Self.secret)!")]],
            .string(Self.secret),
        ]
        for answer in answers {
            let client = try daemon.send(["w:///do/a?pin=\(Self.encoded)"])[0]
            let asked = try worker.asked()
            #expect(asked.input?["pin"] == .string(Self.secret))
            try worker.answer(asked, answer)
            _ = try client.reply()
        }
        try trail().expectNone(daemon)
    }

    @Test func `a request that waits when the daemon is killed leaves no secret, and is never run again`() throws {
        let pipe = try NamedPipe("\(sandbox.path)/gate")
        try sandbox.routes(
            """
            schemes: [k]
            routes:
              - {name: one, path: /one, concurrency: 1, input: {pin: {type: string, secret: true}}, run: [TOOLS/hold, $pin]}
            """.replacing("TOOLS", with: sandbox.path), "k")
        try sandbox.write(
            "#!/bin/sh\necho x >> '\(sandbox.path)/held'; read line < '\(pipe.path)'\n", to: "hold", executable: true)
        _ = try daemon.call("reload")
        let url = "k:///one?pin=\(Self.encoded)&x-error=other%3Aa%3Fkey%3D\(PercentCoding.encode(Self.encoded))"
        let ids = try (0..<3).map { _ in try daemon.accept(url) }
        try wait(for: "the first one") { FileManager.default.fileExists(atPath: "\(sandbox.path)/held") }
        try trail().expectNone(daemon)
        daemon.kill()
        try trail().expectNone()

        let next = try RunningDaemon(sandbox)
        for id in ids {
            let request = try next.ended(id)
            #expect(request["error"]?["code"] == 503)
            let again = try Connection(next.connect()).call("rerun", ["id": .string(id)])["error"]
            #expect(again?["data"]?["code"] == 409)
            #expect(again?["message"]?.string?.contains("had a secret, which is not recorded ('pin')") == true)
        }
        #expect(try sandbox.contents("held") == "x\n")
        try trail().expectNone(next)
        pipe.write("")
    }

    @Test(.needs(programs: "xdg-open", "update-desktop-database"))
    func `a call hides its secrets in its own record and in that of the answer`() throws {
        let tester = try CallTester(settings: "apps: {app: {secret: [ticket]}}\n")
        try tester.app()
        for name in ["auth-token", "Key", "ticket", "word", "pass"] {
            for kind in ["success", "error"] {
                let answer = "?said=\(Self.encoded)&errorMessage=not%20\(Self.encoded)"
                let url = CallTester.url(kind, answer) + "&\(name)=\(Self.encoded)"
                let outcome = try tester.call(url, [("secret", ["word", "Pass", "with"])])
                let said = outcome["output"]?["said"] ?? outcome["error"]?["message"]
                #expect(said?.string?.contains(Self.secret) == true, "\(outcome.json)")
            }
        }
        let called = try tester.daemon.xcallback([
            "call", CallTester.url("success", "?id=7"), "--param", "mine=\(Self.secret)", "--secret", "mine", "--get",
            "id",
        ])
        #expect(called == Ended(status: 0, output: "7\n", errors: ""))
        try SecretTrail(sandbox: tester.sandbox).expectNone(tester.daemon)
    }
}
