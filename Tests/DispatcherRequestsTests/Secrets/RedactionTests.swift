import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import RequestRecord
import TestSupport
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherRequests

/// How requests are written down.
struct RedactionTests {
    private let table: DispatchTable

    init() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("routes.d")
        try folder.write(
            """
            schemes: [n]
            routes:
              - {name: pin, path: /pin, input: {pin: {type: line, secret: true}, key: {type: line?, secret: false}, n: int?}, run: [x, --, $pin]}
              - {name: code, path: "/code/{pin}/of/v{version}.txt", input: {pin: {type: int, secret: true}}, run: [x]}
              - {name: part, path: "/part/v{pin}.txt", input: {pin: {type: line, secret: true}}, run: [x]}
              - {name: tags, path: /tags, input: {tags: {type: [line], secret: true}}, run: [x]}
              - {name: token, path: /token, token: {file: token}, input: {key: line}, run: [x]}
              - {name: plain, path: /plain, input: {p: line?, key: {type: line?, secret: false}}, run: [x]}
              - {name: callback, path: /callback, input: {code: line?, sig: line?, next: string?}, run: [x, --, $next]}
              - {name: open, path: /open, input: {code: {type: line, secret: false}}, run: [x]}
              - {name: rest, path: "/get/{rest**}", run: [x, --, $rest]}
              - {name: on, path: /on, input: {pin: {type: line, secret: true}}, redirect: "n:///plain?p=$pin"}
            """, to: "routes.d/n.yaml")
        try folder.write("apps: {things: {secret: [ticket]}}\n", to: "config.yaml")
        let configuration = Configuration.load(ConfigurationFolder(path: folder.path))
        try #require(configuration.mistakes.map(\.description) == [])
        table = try DispatchTable(configuration: configuration, compiled: [])
    }

    private func progress(
        _ url: String, _ kind: Submission.Kind = .dispatch, environment: [String: String] = [:]
    ) -> RequestProgress {
        let submission = Submission(url: Array(url.utf8), kind: kind, door: .control, environment: environment)
        return RequestProgress(
            reading: ReceivedRequest(id: RequestID(milliseconds: 0), submission: submission, table: table, begun: .now))
    }

    @Test(arguments: [
        ("n:///pin?pin=hunter2&n=1", "n:///pin?pin=#&n=1"),
        ("n:///pin?PIN=hunter2&pin=1", "n:///pin?PIN=#&pin=#"),  // a near miss, and a short one
        ("n:///pin?pin=a%2Fb#x-A%2fB-a/b", "n:///pin?pin=###"),  // a fragment is a secret as a whole
        ("n:///pin?pin=hunter2&x-source=my-hunter2-app", "n:///pin?pin=#&x-source=my-#-app"),
        ("n:///pin?pin=hunter2&hunter2=1&hunter2", "n:///pin?pin=#&#=1&#"),
        ("n:///pin?pin=hunter2&key=open", "n:///pin?pin=#&key=open"),  // its route declares this key
        ("n:///pin?pin=hunter2&Key=open", "n:///pin?pin=#&Key=#"),  // another name than the declared key
        ("n:///code/0012345/of/v2.txt", "n:///code/#/of/v2.txt"),
        ("n:///part/v7.txt", "n:///part/#"),
        ("n:///part/vhunter2.txt", "n:///part/#"),
        ("n:///part/vhunter2.txt?copy=hunter2", "n:///part/#?copy=#"),
        ("n:///plain?PassWorD.0=one1&TOKEN[]=two2", "n:///plain?PassWorD.0=#&TOKEN[]=#"),
        (
            "n:///plain?user[password]=one1&user.token=two2&a[0].b=3",
            "n:///plain?user[password]=#&user.token=#&a[0].b=3"
        ),
        ("n:///tags?tags=one&tags.1=two&tags[]=three&tag=four", "n:///tags?tags=#&tags.1=#&tags[]=#&tag=four"),
        ("n:///token?key=mellon&X-Token=moria", "n:///token?key=#&X-Token=#"),
        (
            "n:///plain?x-token=mellon&token=moria&password=x&AUTH-TOKEN=y",
            "n:///plain?x-token=#&token=#&password=#&AUTH-TOKEN=#"
        ),
        // The names of sign-in pages, with a route and without.
        (
            "n:///callback?code=4%2F0Ab&state=1&access_token=eyA&id_token=eyB&refresh_token=r12&client_secret=s12",
            "n:///callback?code=#&state=1&access_token=#&id_token=#&refresh_token=#&client_secret=#"
        ),
        ("m://auth/cb?code=4%2F0Ab&STATE=1&pwd=p12&api-key=k12", "m://auth/cb?code=#&STATE=1&pwd=#&api-key=#"),
        ("n:///callback?code=4%2F0Ab&sig=g12&next=g12", "n:///callback?code=4%2F0Ab&sig=#&next=#"),  // no state
        ("n:///open?code=4711&state=1", "n:///open?code=4711&state=1"),
        ("n:///callback?code=4711&state=%zz", "n:///callback?code=#&state=%zz"),
        ("n:///plain#access_token=eyA&state=1", "n:///plain^access_token=#&state=#"),
        // In a URL that is a value or a part of the path.
        (
            "n:///callback?next=https%3A%2F%2Fa.example%2F%3Faccess_token%3Dey.A%26b%3D1",
            "n:///callback?next=https%3A%2F%2Fa.example%2F%3Faccess_token%3D#%26b%3D1"
        ),
        ("n:///get/https%3A%2F%2Fa%2F%3Fpwd%3Dhunter2/x", "n:///get/https%3A%2F%2Fa%2F%3Fpwd%3D#/x"),
        ("n:///get/https%3A%2F%2Fme:hunter2%40a%2F", "n:///get/https%3A%2F%2Fme:#%40a%2F"),
        (
            "n:///callback?next=a%3A%3Fu%3Db%253A%253Fsid%253Dhunter2",
            "n:///callback?next=a%3A%3Fu%3Db%253A%253Fsid%253D#"
        ),
        ("n:///callback?next=a%3A%3Fsecret%3Dhunt%3Fer2%23x", "n:///callback?next=a%3A%3Fsecret%3D#%23x"),
        ("m:x?b=%zz#/a?pwd=hunter2", "m:x?b=%zz^/a?pwd=#"),
        // Without a route: what is meant for a secret parameter of the path.
        ("n:///code/hunter2", "n:///code/#"),
        ("n:///cod/hunter2/of", "n:///cod/#/#"),
        ("m:///code/hunter2", "m:///code/hunter2"),
        ("n:///nowhere?tags=hunter2", "n:///nowhere?tags=#"),
        // That cannot be parsed.
        ("n:///pin?pin=hunter2&bad=%zz", "n:///pin?pin=#&bad=%zz"),
        // Callbacks: those to our own routes, and to other apps.
        (
            "n:///plain?x-success=n%3A%2F%2F%2Fpart%2Fv7.txt", "n:///plain?x-success=n%3A%2F%2F%2Fpart%2F@"
        ),
        (
            "n:///plain?x-error=things%3A%2F%2F%2Fadd%3Fticket%3D12%26auth-token%3Dhunter2%26t%3DHi",
            "n:///plain?x-error=things%3A%2F%2F%2Fadd%3Fticket%3D@%26auth-token%3D@%26t%3DHi"
        ),
        // A page cannot hide where an answer goes.
        (
            "n:///plain?x-token=evil.example&x-success=https%3A%2F%2Fevil.example%2Fevil.example",
            "n:///plain?x-token=#&x-success=https%3A%2F%2Fevil.example%2F@"
        ),
        (
            "n:///plain?x-token=x-success%3Dhttps%3A%2F%2Fevil.example&x-success=https%3A%2F%2Fevil.example%2F",
            "n:///plain?x-token=#&#https%3A%2F%2Fevil.example%2F"
        ),
        // Over several parts of the URL, or of a callback.
        ("n:///pin?pin=a%2Fb%3Fc&c=n:///a/b?c", "n:///pin?pin=#&c=n:///#"),
        ("n:///pin?pin=1%26n%3D2&key=1&n=2", "n:///pin?pin=#&key=#"),
        ("n:///pin?pin=b%3Fn%3D2&x-success=a%3Ab%3Fn%3D2%26c", "n:///pin?pin=#&x-success=a%3A@%26c"),
        ("n:///pin?pin=n:///pin", "n:#?pin=#"),
        // That leads nowhere.
        (
            "n:///plain?x-token=hunter2&x-success=https%3A%2F%2Fa%3Dhunter2",
            "n:///plain?x-token=#&x-success=https%3A%2F%2Fa%3D@"
        ),
        // Which of two callbacks would be opened is not known.
        ("n:///plain?x-error=a%3Ab%3Fkey%3D12&x-error=c%3Ad", "n:///plain?x-error=a%3Ab%3Fkey%3D@&x-error=c%3Ad"),
        // An answer is recorded with its call.
        ("xcallback:///reply/abc?id=7", "xcallback:///reply/#?id=#"),
        ("xcallback:///echo?a=%3Chi%3E", "xcallback:///echo?a=%3Chi%3E"),
        // Nothing else reads the secrets of a built-in route.
        ("xcallback:///echo?password=hunter2&a=hunter2b", "xcallback:///echo?password=#&a=#b"),
        ("xcallback:///ping?x-success=a%3Ab%3Fkey%3D12", "xcallback:///ping?x-success=a%3Ab%3Fkey%3D@"),
    ])
    func `a URL is written down without its secrets, else byte for byte`(url: String, expected: String) {
        let mark = PercentCoding.encode(Secrets.mark)
        let wanted = expected.replacing("##", with: "\(mark)^").replacing("#", with: mark).replacing("^", with: "#")
            .replacing("@", with: PercentCoding.encode(mark))
        let redaction = Redaction(of: progress(url))
        #expect(redaction.url(url) == wanted)
        #expect(redaction.url(wanted) == wanted)
        #expect(Redaction.isRedacted(wanted) == (wanted != url))
    }

    @Test func `a recorded request that cannot run again says why, and what to do`() {
        #expect(Redaction.rerunFault("n:///plain?p=1") == nil)
        #expect(
            Redaction.rerunFault("n:///plain?p=1&key=%3Credacted%3E&pwd=%3Credacted%3E")
                == "the request had a secret, which is not recorded ('key', 'pwd'); open its link again, "
                + "or write 'secret: false' beside the input if anybody may know its value")
        #expect(Redaction.rerunFault("n:///part/%3Credacted%3E")?.hasPrefix("the request had a secret, which") == true)
        #expect(
            Redaction.rerunFault("n:%3Credacted%3E")
                == "the inputs of the request are not recorded, because no route had its scheme or because of "
                + "'history: {inputs: false}'; open its link again")
    }

    @Test func `a secret that is a part of the mark cannot be read from it`() {
        let url = "n:///pin?pin=acted&p=acted"
        let mark = PercentCoding.encode(Secrets.mark)
        #expect(Redaction(of: progress(url)).url(url) == "n:///pin?pin=\(mark)&p=\(mark)")
    }

    @Test func `the error for a URL without a route shows no part of what may be a secret`() throws {
        let url = "n:///code/\(String(repeating: "hunter2", count: 40))"
        let request = progress(url)
        let error = try #require(throws: OutcomeError.self) {
            try MatchedRequest(request.received, request.received.parse())
        }
        #expect(error.message == "no route for n:///code/…")
    }

    @Test func `a call hides the names of its caller and of its app`() {
        let url = "things:///update?auth-token=hunter2&ticket=opensesame&word=mellon&id=7"
        let redaction = Redaction(of: progress(url, .call(timeout: .seconds(1), plusAsSpace: nil, secret: ["Word"])))
        let mark = PercentCoding.encode(Secrets.mark)
        #expect(redaction.url(url) == "things:///update?auth-token=\(mark)&ticket=\(mark)&word=\(mark)&id=7")
        #expect(redaction.text("got 'mellon' for 7") == "got '<redacted>' for 7")
        let own = progress("n:///plain?p=hunter2", .call(timeout: .seconds(1), plusAsSpace: nil, secret: ["p"]))
        #expect(Redaction(of: own).url("n:///plain?p=hunter2") == "n:///plain?p=\(mark)")
    }

    @Test func `the last line of a secret is a secret, because the last line of stderr is reported`() {
        let redaction = Redaction(of: progress("n:///pin?pin=first%0D%0Ahunter2%0A"))
        #expect(redaction.text("hunter2 is wrong") == "<redacted> is wrong")
    }

    @Test func `what follows from a request keeps its secrets`() throws {
        let first = try #require(progress("n:///on?pin=hunter2").matched)
        let next = try first.redirected(to: "n:///plain?p=hunter2")
        let redaction = Redaction(of: RequestProgress(reading: next))
        #expect(redaction.url("n:///plain?p=hunter2") == "n:///plain?p=%3Credacted%3E")
        #expect(redaction.value(["p": "hunter2", "n": 1]) == ["p": "<redacted>", "n": 1])
        #expect(
            redaction.outcome(.error(OutcomeError(.failed, "hunter2?", detail: "aHVudGVyMg==")))
                == .error(OutcomeError(.failed, "<redacted>?", detail: "<redacted>g==")))
        guard case .dispatch(let submission) = try first.authorize("n:///pin?pin=other", as: .open) else {
            Issue.record("it is our own")
            return
        }
        #expect(submission.secrets.texts == [Array("hunter2".utf8)])
        #expect("\(submission.secrets)" == Secrets.mark)
    }

    @Test func `the refused value of an input is kept as inputs are`() {
        let refused = OutcomeError(.input, "no", detail: "n = hunter2: must be a whole number")
        let failed = OutcomeError(.failed, "no", detail: "JSON")
        func written(_ url: String, _ error: OutcomeError, keepsInputs: Bool) -> String? {
            guard case .error(let error) = Redaction(of: progress(url), keepsInputs: keepsInputs).outcome(.error(error))
            else { return nil }
            return error.detail
        }
        #expect(written("n:///pin?n=hunter2", refused, keepsInputs: true) == "n = hunter2: must be a whole number")
        #expect(
            written("n:///pin?n=hunter2&pin=hunter2", refused, keepsInputs: true)
                == "n = <redacted>: must be a whole number")
        #expect(written("n:///pin?n=hunter2", refused, keepsInputs: false) == nil)
        #expect(written("n:///pin?n=hunter2", failed, keepsInputs: false) == "JSON")
    }

    @Test func `a callback that gives output to a secret input hides that output`() throws {
        let url = "n:///plain?x-success=n%3A%2F%2F%2Fpin%3Fkey%3Dk"
        let progress = progress(url)
        let (outcome, delivery) = progress.delivery(of: .success(["pin": "hunter2", "n": "2"]))
        let redaction = Redaction(of: progress, next: delivery?.url)
        #expect(redaction.outcome(outcome) == .success(["pin": "<redacted>", "n": "2"]))
        #expect(delivery.map { redaction.url($0.url) } == "n:///pin?key=k&pin=%3Credacted%3E&n=2")
    }

    @Test func `an output under a secret name is hidden, and one that an opened request hid`() throws {
        let redaction = Redaction(of: progress("n:///plain"))
        #expect(
            redaction.outcome(.success(["Auth-Token": "a", "key": "b"]))
                == .success(["Auth-Token": "<redacted>", "key": "b"]))
        let first = try #require(progress("n:///plain?p=hunter2").matched)
        let outer = Redaction(of: .matched(first.hidingSecrets(of: progress("n:///pin?pin=swordfish"))))
        #expect(outer.text("hunter2 swordfish") == "hunter2 <redacted>")
    }

    @Test func `an activation token is a secret`() {
        let redaction = Redaction(of: progress("n:///plain", environment: ["XDG_ACTIVATION_TOKEN": "wl-7"]))
        #expect(redaction.text("export XDG_ACTIVATION_TOKEN=wl-7") == "export XDG_ACTIVATION_TOKEN=<redacted>")
    }

    @Test func `so is the token that replaces one`() {
        let request = progress("n:///plain", environment: ["XDG_ACTIVATION_TOKEN": "wl-7"])
        request.received.submission.activation.replace(with: "wl-8")
        #expect(Redaction(of: request).text("wl-7 wl-8 wl-9") == "<redacted> <redacted> wl-9")
    }

    @Test func `the prompt and the journal get the input with marks, the command without`() throws {
        let matched = try #require(progress("n:///pin?pin=-7&n=7&x-token=7").matched)
        let request = try Permission(for: matched, token: .notNeeded).request
        #expect(request.input.revealed == ["pin": "-7", "n": 7])
        // What only equals a secret is shown to the user, who is asked about it.
        #expect(request.input.redacted == ["pin": "<redacted>", "n": 7])
        guard case .run(let arguments)? = request.route.definition?.value.action else { return }
        let words = try request.inserting(request.input, arguments.arguments)
        #expect(words.revealed == ["x", "--", "-7"] && words.redacted == ["x", "--", "<redacted>"])
        #expect("\(words)" == #"["x", "--", "<redacted>"]"#)
    }
}
