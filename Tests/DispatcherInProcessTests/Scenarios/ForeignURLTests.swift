import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// URLs of the schemes of other programs, as people click them: what is a segment, a fragment, a parameter, one opaque text.
@Suite(.timeLimit(.minutes(5)))
struct ForeignURLTests {
    static let fixture = Fixture(routes: [
        "thunderlink": """
        schemes: [thunderlink]
        desktop: allow
        routes: [{name: open, path: "/{id}", run: [printf, --, "%s", $id], output: text}]
        """,
        "freetube": """
        schemes: [freetube]
        opaque: true
        desktop: allow
        routes:
          - {name: watch, path: ["/https://{rest}", "/https//{rest}"], run: [printf, --, "https://%s", $rest], output: text}
          - {name: other, path: "/{rest}", run: [printf, --, "other %s", $rest], output: text}
          - {name: bare, path: "/", run: [printf, bare], output: text}
        """,
        "dcaccount": """
        schemes: [dcaccount]
        opaque: true
        desktop: allow
        routes: [{name: new, path: "/{url}", input: {url: url}, run: [printf, --, "%s", $url], output: text}]
        """,
        "ed2k": """
        schemes: [ed2k]
        opaque: true
        desktop: allow
        routes:
          - {name: file, path: "/{parts}", input: {parts: {type: [line], separator: "|"}}, run: [printf, --, "<%s>", $parts], output: text}
        """,
        "raw": """
        schemes: [raw]
        opaque: true
        desktop: allow
        routes: [{name: url, path: "/{rest}", run: [printf, --, "%s", "${x-url}"], output: text}]
        """,
        "magnet": """
        schemes: [magnet]
        desktop: allow
        routes:
          - {name: add, path: /, input: {xt: line, dn: "line?", tr: [line]}, run: [printf, --, "<%s>", $xt, $dn, $tr], output: text}
        """,
        "xmpp": """
        schemes: [xmpp]
        desktop: allow
        routes:
          - {name: chat, path: "/{jid}", input: {subject: "line?"}, run: [printf, --, "<%s>", $jid, $subject], output: text}
        """,
        "myapp": """
        schemes: [myapp]
        desktop: allow
        routes: [{name: back, path: /cb, run: [printf, --, "%s", "${x-fragment}"], output: text}]
        """,
        "sign": """
        schemes: [sign]
        desktop: allow
        fragment: parameters
        routes:
          - {name: back, path: /cb, input: {access_token: {type: line, secret: true}, state: "line?"}, run: [printf, --, "<%s>", $access_token, $state], output: text}
        """,
        "web": """
        schemes: [web]
        desktop: allow
        routes:
          - {name: show, path: /show, input: {u: line}, open: "freetube://$u"}
          - {name: move, path: /move, input: {u: line}, redirect: "freetube:$u"}
        """,
    ])

    /// URLs, and what the route reads from them, on both sockets.
    static let results: [(String, String)] = [
        (
            "thunderlink://messageid=010c01d1dc25$9790e090$c6b2a1b0$@mail.example",
            "messageid=010c01d1dc25$9790e090$c6b2a1b0$@mail.example"
        ),
        ("thunderlink://user@x-callback-url/a", "400"), ("thunderlink://x-callback-url:80/a", "400"),
        ("thunderlink://user:password@host:80", "user:password@host:80"),
        ("freetube://https://www.youtube.com/watch?v=ID", "https://www.youtube.com/watch?v=ID"),
        ("freetube://https//www.youtube.com/watch?v=ID", "https://www.youtube.com/watch?v=ID"),
        ("freetube:https://www.youtube.com/watch?v=ID#t=1", "https://www.youtube.com/watch?v=ID#t=1"),
        ("FreeTube://x-callback-url/a?x-error=raw%3Ab", "other x-callback-url/a?x-error=raw:b"),
        ("freetube://%2520", "other %20"), ("freetube://a%00", "400"), ("freetube://", "bare"), ("freetube:", "bare"),
        ("dcaccount:https://mailadm.example/?t=90d_x&n=try90d", "https://mailadm.example/?t=90d_x&n=try90d"),
        (
            "ed2k://|file|Big%20Film%7Ccut.avi|14997504|965C013E991EE246D63D45EA71954C4D|/",
            "<><file><Big Film|cut.avi><14997504><965C013E991EE246D63D45EA71954C4D></>"
        ),
        ("raw://|a%7Cb|#c?d=%41", "raw://|a%7Cb|#c?d=%41"),  // byte for byte
        ("xmpp:romeo@example.net?message;subject=Hi;body=Much%20message", "<romeo@example.net>"),
        ("myapp://cb#access_token=ey.a%26b&state=1", "access_token=ey.a%26b&state=1"),
        ("sign://cb#access_token=ey.a%26b&state=1", "<ey.a&b><1>"),
        ("sign://cb?state=2&access_token=q#state=1", "<q><1>"),  // the fragment comes last
        ("sign://cb#x-success=raw%3Ab&access_token=a#b", "<a#b>"),
        ("web:///move?u=https%3A%2F%2Fa.example%2Fw%3Fv%3D1%252", "https://a.example/w?v=1%2"),
        ("web:///show?u=https%3A%2F%2Fa.example%2Fw%3Fv%3D1%252", "https://a.example/w?v=1%2"),
        ("web:///move?u=x&x-success=raw%3A%2F%2Fb", "403"),  // nothing could be appended
    ]

    @Test(arguments: [Door.control, .desktop])
    func `a URL of another program's scheme reaches its route whole`(door: Door) async throws {
        let harness = try await tested.start(Self.fixture)
        for (url, result) in Self.results { #expect(try await harness.result(url, door: door) == result, "\(url)") }
    }

    /// URLs with raw characters, as some openers and browsers pass them on.
    @Test
    func `raw characters are accepted on the desktop socket, and in opaque URLs`() async throws {
        let harness = try await tested.start(Self.fixture)
        let magnet = "magnet:?xt=urn:btih:c12f&dn=Film #2 [1080p]&tr=udp%3A%2F%2Ft.example%3A80"
        #expect(try await harness.result(magnet, door: .desktop) == "<urn:btih:c12f><Film >")
        #expect(try await harness.result(magnet, door: .control) == "400")
        #expect(try await harness.result("thunderlink://|a b|", door: .desktop) == "|a b|")
        #expect(try await harness.result("thunderlink://|a|", door: .control) == "400")
        // In an opaque URL they are text on each socket, and stay as they are.
        #expect(try await harness.result("raw:a {b}|%7C", door: .desktop) == "raw:a {b}|%7C")
        let reply = try await harness.reply(to: "raw:a {b}|%7C", door: .desktop)
        #expect(reply["url"]?.string == "raw:a {b}|%7C")
    }

    /// URLs, and the sentences about what their route does not use.
    static let nearMisses: [(String, String?)] = [
        (
            "magnet:?xt=a&dn=Film%20#2%20[1080p]&tr=b",
            "everything from '#' on is a fragment, which the route does not use; in a value, '#' is written as %23"
        ),
        (
            "xmpp:romeo@example.net?message;subject=Hi",
            "';' separates nothing, so 'message;subject' is one name; parameters are separated by '&'"
        ),
        ("magnet:?xt=a#", nil), ("myapp://cb#a", nil), ("sign://cb#access_token=a", nil), ("freetube:a#b?c;d=e", nil),
        ("xmpp:a?subject=a;b", nil),
    ]

    @Test
    func `explain reports an unused fragment and a semicolon in a name`() async throws {
        let harness = try await tested.start(Self.fixture)
        for (url, sentence) in Self.nearMisses {
            let answer = try await harness.result(of: "explain", ["url": .string(url)])
            #expect(answer?["near-misses"] == .array(sentence.map { [.string($0)] } ?? []), "\(url)")
        }
        let answer = try await harness.result(of: "explain", ["url": "freetube://https://a/?b#c"])
        #expect(answer?["path"] == ["https://a/?b#c"] && answer?["query"] == [] && answer?["authority"] == nil)
    }

    /// URLs with secrets, none of which the history may have.
    static let secrets: [(url: String, secrets: [String])] = [
        ("thunderlink://u:zq@h", ["zq"]), ("thunderlink://u:zq@h/none", ["zq"]),
        ("thunderlink://user:hidden1@host", ["hidden1"]), ("thunderlink://user:hid:d@en1@host/none", ["hid:d@en1"]),
        ("myapp://cb#access_token=hidden2%26b&state=hidden3", ["hidden2", "hidden3"]),
        ("myapp://none#x-success=hidden4", ["hidden4"]), ("myapp://cb#hidden5%zz", ["hidden5"]),
        ("sign://cb#access_token=hidden6", ["hidden6"]),
        (
            "freetube://https://user:hidden7@a.example/?token=hidden8&a=b#key=hidden9",
            ["hidden7", "hidden8", "hidden9"]
        ),
        ("freetube:https%3A%2F%2Fa%3Fpassword%3Dhid%2564en", ["hid%2564en", "hid%64en"]),
        ("raw:a?u=https://b/?token=hidden10", ["hidden10"]),
    ]

    @Test(arguments: [Door.control, .desktop])
    func `the history has no fragment, no password and no secret of an opaque URL`(door: Door) async throws {
        let harness = try await tested.start(Self.fixture)
        for (url, texts) in Self.secrets {
            _ = try await harness.reply(to: url, door: door)
            let history = try await harness.result(of: "history", ["limit": 1])?.json ?? ""
            #expect(history.contains("redacted"), "\(url): \(history)")
            for text in texts { #expect(!history.contains(text), "\(url): \(history)") }
        }
        // Values without a secret name stay in the history.
        _ = try await harness.reply(to: "sign://cb#access_token=a123&state=shown1", door: door)
        let history = try await harness.answer("history", ["limit": 1], door: .control).json
        #expect(history.contains("shown1") && !history.contains("a123"))
    }

    /// Inputs of routes with opaque URLs, and their links.
    @Test
    func `links have the segment of an opaque URL`() async throws {
        let harness = try await tested.start(Self.fixture)
        func link(_ route: String, _ input: QueryValue) async throws -> QueryValue {
            try await harness.answer("link", ["route": .string(route), "input": input], door: .control)
        }
        let watch = try await link("freetube.watch", ["rest": "a.example/w?v=1 2#%"])
        #expect(watch["result"]?["url"] == "freetube:https://a.example/w?v=1%202#%25")
        let file = try await link("ed2k.file", ["parts": ["", "file", "Big Film.avi", "/"]])
        #expect(file["result"]?["url"] == "ed2k:|file|Big%20Film.avi|/")
        // The route would read two items.
        #expect(try await link("ed2k.file", ["parts": ["a|b", "c"]])["error"] != nil)
        let run = try await harness.result(of: "run", ["route": "freetube.other", "input": ["rest": "a/b?c"]])
        #expect(run?["output"]?["result"] == "other a/b?c")
    }

    private static let linkFixture = Fixture(
        routes: Dictionary(uniqueKeysWithValues: LinkCase.all.map { ($0.scheme.filter(\.isLetter), $0.routes()) }))

    @Test(arguments: [Door.control, .desktop])
    func `links of 48 other programs have the values that those programs document`(door: Door) async throws {
        #expect(LinkCase.all.count == 48)
        let harness = try await tested.start(Self.linkFixture)
        for one in LinkCase.all {
            let expected = one.isRaw && door == .control ? "400" : one.expected
            let result = try await harness.result(one.link, door: door)
            #expect(result == expected, "\(one.link)")
        }
    }
}
