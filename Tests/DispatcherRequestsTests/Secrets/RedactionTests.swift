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

    @Test(arguments: TextTable.rows("redacted-urls.txt"))
    func `a URL is written down without its secrets, else byte for byte`(row: [String]) {
        let (url, expected) = (row[0], row[1])
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
        let redaction = Redaction(of: progress, next: delivery?.report.url)
        #expect(redaction.outcome(outcome) == .success(["pin": "<redacted>", "n": "2"]))
        #expect(delivery.map { redaction.url($0.report.url) } == "n:///pin?key=k&pin=%3Credacted%3E&n=2")
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
        let request = try ApprovedRequest(checking: matched, token: .notNeeded)
        #expect(request.input.revealed == ["pin": "-7", "n": 7])
        // What only equals a secret is shown to the user, who is asked about it.
        #expect(request.input.redacted == ["pin": "<redacted>", "n": 7])
        guard case .run(let arguments)? = request.route.definition?.value.action else { return }
        let words = try request.inserting(request.input, arguments.arguments)
        #expect(words.revealed == ["x", "--", "-7"] && words.redacted == ["x", "--", "<redacted>"])
        #expect("\(words)" == #"["x", "--", "<redacted>"]"#)
    }
}
