import DispatcherMessages
import QueryCoding
import Testing

/// The keys that say which URLs a route answers, and how its parameters are read.
struct MatchingKeyTests {
    @Test(.timeLimit(.minutes(1)))
    func `a domain with a star is every subdomain of it, and not the domain itself`() throws {
        let tester = try RouteTester(
            """
            domains: ["*.example.org"]
            routes: [{name: r, path: /r, run: [printf, any], output: text}]
            """)
        #expect(try tester.result("https://a.example.org/r") == "any")
        #expect(try tester.result("https://a.b.example.org/r?x=1") == "any")
        #expect(try tester.result("https://A.EXAMPLE.ORG/r") == "any")
        #expect(try tester.result("https://example.org/r") == "404")
        #expect(try tester.result("https://a.example.org.evil/r") == "404")
        #expect(try tester.result("https://aexample.org/r") == "404")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a named domain goes before a star, and a longer one before a shorter one`() throws {
        let tester = try RouteTester(
            """
            domains: ["*.example.org"]
            routes: [{name: r, path: /r, run: [printf, any], output: text}]
            """)
        let sandbox = tester.daemon.sandbox
        try sandbox.routes(
            "domains: [www.example.org]\nroutes: [{name: r, path: /r, run: [printf, www], output: text}]\n", "www")
        try sandbox.routes(
            "domains: [\"*.deep.example.org\"]\nroutes: [{name: r, path: /r, run: [printf, deep], output: text}]\n",
            "deep")
        #expect(try tester.daemon.xcallback(["reload"]).status == 0)
        #expect(try tester.result("https://www.example.org/r") == "www")
        #expect(try tester.result("https://a.deep.example.org/r") == "deep")
        #expect(try tester.result("https://deep.example.org/r") == "any")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a regular expression says which paths a route takes, and which values`() throws {
        let tester = try RouteTester(
            """
            schemes: [t]
            routes:
              - {name: issue, path: "/issue/{key:/[A-Z]+-[0-9]+/}", run: [printf, "%s", $key], output: text}
              - name: tag
                path: /tag
                input: {tags: {type: [line], pattern: "[a-z]+"}, day: {type: line, pattern: "\\\\d{4}", default: "2027"}}
                run: [printf, "%s,", $tags, $day]
                output: text
            """)
        #expect(try tester.result("t:///issue/AB-12") == "AB-12")
        #expect(try tester.result("t:///issue/AB-12x") == "404")
        #expect(try tester.result("t:///tag?tags=a&tags=b") == "a,b,2027,")
        #expect(try tester.result("t:///tag?tags=a&day=27") == "400")
        let error = try tester.daemon.reply(to: "t:///tag?tags=a&tags=B", door: .control)["error"]
        #expect(error?["message"] == "Value for parameter \"tags.1\" has incorrect type.")
        #expect(error?["detail"] == "one line that matches /[a-z]+/")
        let listing = try tester.daemon.xcallback(["routes", "--json"]).output
        #expect(listing.contains(#""type":"/[A-Z]+-[0-9]+/""#) && listing.contains(#""type":"[/[a-z]+/]""#))
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func `lenient-authority tries the path without the authority, and no route that takes anything`(
        isLenient: Bool
    ) throws {
        let tester = try RouteTester(
            """
            schemes: [t]
            lenient-authority: \(isLenient)
            plus-as-space: true
            routes:
              - {name: read, path: /read, input: {q: line}, run: [printf, --, "read %s", $q], output: text}
              - {name: open, path: "/{a}/{b}", run: [printf, open], output: text}
              - {name: rest, path: /rest, fallback: true, run: [printf, rest], output: text}
            """)
        #expect(try tester.result("t:///read?q=a") == "read a")
        // Its first segment is the authority, so it is the open one of two segments.
        #expect(try tester.result("t://app/read?q=a") == "open")
        #expect(try tester.result("t://app/other/thing") == "rest")
        #expect(try tester.result("t://read?q=a") == "read a")
        let three = try RouteTester(
            """
            schemes: [t]
            lenient-authority: \(isLenient)
            plus-as-space: true
            routes:
              - {name: read, path: /read, input: {q: line}, run: [printf, --, "read %s", $q], output: text}
              - {name: rest, path: /rest, fallback: true, run: [printf, rest], output: text}
            """)
        #expect(try three.result("t://app/read?q=a+b") == (isLenient ? "read a b" : "rest"))
    }

    @Test(.timeLimit(.minutes(1)), arguments: [(false, "a+b"), (true, "a b")])
    func `plus-as-space reads forms`(isOn: Bool, text: String) throws {
        let tester = try RouteTester(
            """
            schemes: [t]
            plus-as-space: \(isOn)
            routes: [{name: r, path: "/r/{p}", input: {q: line}, run: [printf, --, "%s %s", $p, $q], output: text}]
            """)
        // The path is no form.
        #expect(try tester.result("t:///r/x+y?q=a+b") == "x+y \(text)")
        #expect(try tester.result("t:///r/x?q=a%2Bb") == "x a+b")
    }

    @Test(.timeLimit(.minutes(1)))
    func `strict asks for the slash as in the pattern`() throws {
        let tester = try RouteTester(
            """
            schemes: [t]
            routes:
              - {name: a, path: /a, run: [printf, a], output: text}
              - {name: b, path: /b, strict: true, run: [printf, b], output: text}
              - {name: c, path: /c/, strict: true, run: [printf, c], output: text}
            """)
        #expect(try ["/a", "/a/"].map { try tester.result("t://\($0)") } == ["a", "a"])
        #expect(try ["/b", "/b/"].map { try tester.result("t://\($0)") } == ["b", "404"])
        #expect(try ["/c", "/c/"].map { try tester.result("t://\($0)") } == ["404", "c"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `the default route answers what no other does`() throws {
        let tester = try RouteTester(
            """
            schemes: [t]
            routes:
              - {name: a, path: /a, run: [printf, a], output: text}
              - {name: rest, path: /rest, fallback: true, run: [printf, "rest of %s", "${x-url}"], output: text}
            """)
        #expect(try tester.result("t:///a") == "a")
        #expect(try tester.result("t:///rest") == "rest of t:///rest")
        #expect(try tester.result("t:///any/thing?at=all") == "rest of t:///any/thing?at=all")
        #expect(try tester.result("u:///any") == "404")
    }

    @Test(.timeLimit(.minutes(1)))
    func `strict-input refuses a parameter that is unknown, and not one that is stripped or a token`() throws {
        let tester = try RouteTester(
            """
            schemes: [t]
            strip: [fbclid]
            routes:
              - {name: a, path: /a, input: {q: line?}, run: [printf, a], output: text}
              - {name: b, path: /b, strict-input: true, input: {title: line?}, run: [printf, b], output: text}
              - name: c
                path: /c
                strict-input: true
                strip: [utm_*]
                token: {file: token}
                run: [printf, c]
                output: text
            """)
        try tester.daemon.sandbox.write("good\n", to: "\(tester.daemon.sandbox.routesFolder)/token")
        #expect(try tester.result("t:///a?x=1") == "a")
        #expect(
            try tester.daemon.reply(to: "t:///b?titel=1")["error"]
                == ["code": 400, "message": "unknown parameter \"titel\"; did you mean \"title\"?"])
        #expect(try tester.result("t:///b?title=1&fbclid=2&x-source=me") == "b")
        #expect(try tester.result("t:///b?fbclid2=1") == "400")
        #expect(try tester.result("t:///c?utm_source=1&utm_=2&key=good") == "c")
        #expect(try tester.result("t:///c?x-token=good&key=good") == "400")
        #expect(try tester.result("t:///c?key=bad") == "401")
        #expect(try tester.result("t:///c?fbclid=1") == "400")  // its own list stands in place of the file's
    }

    @Test(.timeLimit(.minutes(1)))
    func `what is stripped never gets to the input, and the path keeps its own`() throws {
        let tester = try RouteTester(
            """
            schemes: [t]
            routes:
              - {name: r, path: "/r/{id}", strip: [i*], stdin: json, run: [cat], output: json}
            """)
        let output = try tester.daemon.reply(to: "t:///r/1?id=2&info=3")["output"]
        #expect(output == ["id": "1"])
    }
}
