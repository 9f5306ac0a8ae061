import Testing

/// `xcallback -H … call`: the answer comes as it does over there.
@Suite(
    .enabled(if: RemoteMachine.absence == nil, "\(RemoteMachine.absence ?? "")"),
    .enabled(if: has("xdg-open") && has("update-desktop-database") && has("bash"), "needs xdg-utils and bash"),
    .timeLimit(.minutes(1)))
struct RemoteCallTests {
    private let tester: CallTester
    private let machine: RemoteMachine

    init() throws {
        tester = try CallTester(
            routes: """
                schemes: [t]
                routes:
                  - name: note
                    path: /note
                    run: [printf, '%s', '{"title":"Grüße & 🙂\\n\\u0001","author":{"name":"Ada"},"none":null}']
                    output: json
                  - {name: none, path: /none, run: ["true"]}
                  - {name: fail, path: /fail, run: [sh, -c, "echo kein Wörtchen >&2; exit 3"]}
                  - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
                  - {name: slow, path: /slow, run: [sleep, "60"]}
                  - {name: source, path: /source, run: [printenv, XCALLBACK_SOURCE], output: text}
                """)
        try tester.app()
        machine = try RemoteMachine(tester.sandbox)
    }

    private static let title = "?id=7&title=Gr%C3%BC%C3%9Fe%20%26%20%2B%0A%F0%9F%99%82"

    private static let calls: [([String], Int32)] = [
        (["t:///note"], 0),
        (["t:///note", "--get", "title"], 0),
        (["t:///note", "--get", "author.name"], 0),
        (["t:///note", "--get", "author.age"], 1),  // the output has no such member
        (["t:///none"], 0),
        (["t:///fail"], 1),
        (["t:///cancel"], 2),
        (["t:///nowhere"], 1),
        (["nobody:x"], 1),
        (["t:///slow", "--timeout", "100ms"], 124),
        (["t:///source", "--source", "me & you", "--get", "result"], 0),
        (["xcallback:///echo?a=%31", "--param", "b=c d&e=ü", "--param", "in=-"], 0),
        // the answers of another app
        ([CallTester.url("success", title)], 0),
        ([CallTester.url("success", title), "--get", "title"], 0),
        ([CallTester.url("success", title), "--get", "author"], 1),
        ([CallTester.url("success")], 0),
        ([CallTester.url("error", "?errorCode=404&errorMessage=no%20n%C3%B6te")], 1),
        ([CallTester.url("cancel", "?why=no")], 2),
    ]

    @Test(arguments: calls)
    func `a remote call prints the same bytes and exits with the same status`(arguments: [String], status: Int32) throws
    {
        let input = "one\nzwölf\n"
        let there = try tester.daemon.xcallback(["call"] + arguments, input: input)
        #expect(there.status == status, "\(there)")
        #expect(try machine.xcallback(["-H", "box", "call"] + arguments, input: input) == there)
        #expect(try machine.xcallback(["call"] + arguments + ["--host=box"], input: input) == there)
    }

    @Test func `the answer of a remote app is the input of another`() throws {
        try tester.app("second")
        let first = CallTester.url("success", Self.title)
        let second = CallTester.url("success", "?got=", app: "second")
        let script = """
            title=$(xcallback -H box call '\(first)' --get title) &&
                xcallback -H box call '\(second)' --param "title=$title" --json
            """
        let ended = try run("bash", ["-c", script], machine.environment)
        #expect(ended.status == 0 && ended.errors == "")
        #expect(ended.output.contains("&title=Gr%C3%BC%C3%9Fe%20%26%20%2B%0A%F0%9F%99%82\""))
    }

    @Test func `the desktop of the remote machine opens the callbacks of the caller`() throws {
        let other = try ReceivingApp(tester.sandbox, scheme: "other")
        let url = CallTester.url("success", "?id=7") + "&x-success=other%3A%2F%2Fdone"
        let ended = try machine.xcallback(["-H", "box", "call", url, "--get", "id"])
        #expect(ended == Ended(status: 0, output: "7\n", errors: ""))
        #expect(other.next() == "other://done?id=7")
        #expect(other.isQuiet)
    }
}
