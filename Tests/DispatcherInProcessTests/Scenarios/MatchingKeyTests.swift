import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// The keys that decide which URLs a route answers, and how its parameters are read.
@Suite(.timeLimit(.minutes(5)))
struct MatchingKeyTests {
    @Test
    func `a star before a domain matches every subdomain, and not the domain itself`() async throws {
        let harness = try await tested.start(
            """
            domains: ["*.example.org"]
            routes: [{name: r, path: /r, run: [printf, any], output: text}]
            """)
        #expect(try await harness.result("https://a.example.org/r") == "any")
        #expect(try await harness.result("https://a.b.example.org/r?x=1") == "any")
        #expect(try await harness.result("https://A.EXAMPLE.ORG/r") == "any")
        #expect(try await harness.result("https://example.org/r") == "404")
        #expect(try await harness.result("https://a.example.org.evil/r") == "404")
        #expect(try await harness.result("https://aexample.org/r") == "404")
    }

    @Test
    func `a named domain goes before a star, and a longer one before a shorter one`() async throws {
        func routes(_ domain: String, _ name: String) -> String {
            "domains: [\"\(domain)\"]\nroutes: [{name: r, path: /r, run: [printf, \(name)], output: text}]\n"
        }
        let harness = try await tested.start(
            Fixture(routes: [
                "t": routes("*.example.org", "any"), "www": routes("www.example.org", "www"),
                "deep": routes("*.deep.example.org", "deep"),
            ]))
        #expect(try await harness.result("https://www.example.org/r") == "www")
        #expect(try await harness.result("https://a.deep.example.org/r") == "deep")
        #expect(try await harness.result("https://deep.example.org/r") == "any")
    }

    @Test
    func `a regular expression limits the paths and the values of a route`() async throws {
        let harness = try await tested.start(
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
        #expect(try await harness.result("t:///issue/AB-12") == "AB-12")
        #expect(try await harness.result("t:///issue/AB-12x") == "404")
        #expect(try await harness.result("t:///tag?tags=a&tags=b") == "a,b,2027,")
        #expect(try await harness.result("t:///tag?tags=a&day=27") == "400")
        let error = try await harness.reply(to: "t:///tag?tags=a&tags=B")["error"]
        #expect(error?["message"] == "Value for parameter \"tags.1\" has incorrect type.")
        #expect(error?["detail"] == "tags.1 = B: must be one line that matches /[a-z]+/")
        let listing = try await harness.answer("routes", [:], door: .control).json
        #expect(listing.contains(#""type":"/[A-Z]+-[0-9]+/""#) && listing.contains(#""type":"[/[a-z]+/]""#))
    }

    @Test(arguments: [false, true])
    func `lenient-authority tries the path without the authority, and no route that takes anything`(isLenient: Bool)
        async throws
    {
        let harness = try await tested.start(
            """
            schemes: [t]
            lenient-authority: \(isLenient)
            plus-as-space: true
            routes:
              - {name: read, path: /read, input: {q: line}, run: [printf, --, "read %s", $q], output: text}
              - {name: open, path: "/{a}/{b}", run: [printf, open], output: text}
              - {name: rest, path: /rest, fallback: true, run: [printf, rest], output: text}
            """)
        #expect(try await harness.result("t:///read?q=a") == "read a")
        // The first segment is the authority, so the open route with two segments matches.
        #expect(try await harness.result("t://app/read?q=a") == "open")
        #expect(try await harness.result("t://app/other/thing") == "rest")
        #expect(try await harness.result("t://read?q=a") == "read a")
        let three = try await tested.start(
            """
            schemes: [t]
            lenient-authority: \(isLenient)
            plus-as-space: true
            routes:
              - {name: read, path: /read, input: {q: line}, run: [printf, --, "read %s", $q], output: text}
              - {name: rest, path: /rest, fallback: true, run: [printf, rest], output: text}
            """)
        #expect(try await three.result("t://app/read?q=a+b") == (isLenient ? "read a b" : "rest"))
    }

    @Test(arguments: [(false, "a+b"), (true, "a b")])
    func `plus-as-space reads forms`(isOn: Bool, text: String) async throws {
        let harness = try await tested.start(
            """
            schemes: [t]
            plus-as-space: \(isOn)
            routes: [{name: r, path: "/r/{p}", input: {q: line}, run: [printf, --, "%s %s", $p, $q], output: text}]
            """)
        // In the path, `+` is not a space.
        #expect(try await harness.result("t:///r/x+y?q=a+b") == "x+y \(text)")
        #expect(try await harness.result("t:///r/x?q=a%2Bb") == "x a+b")
    }

    @Test
    func `strict needs the slash as in the pattern`() async throws {
        let harness = try await tested.start(
            """
            schemes: [t]
            routes:
              - {name: a, path: /a, run: [printf, a], output: text}
              - {name: b, path: /b, strict: true, run: [printf, b], output: text}
              - {name: c, path: /c/, strict: true, run: [printf, c], output: text}
            """)
        func results(_ paths: [String]) async throws -> [String] {
            var results: [String] = []
            for path in paths { results.append(try await harness.result("t://\(path)")) }
            return results
        }
        #expect(try await results(["/a", "/a/"]) == ["a", "a"])
        #expect(try await results(["/b", "/b/"]) == ["b", "404"])
        #expect(try await results(["/c", "/c/"]) == ["404", "c"])
    }

    @Test
    func `the default route answers what no other route does`() async throws {
        let harness = try await tested.start(
            """
            schemes: [t]
            routes:
              - {name: a, path: /a, run: [printf, a], output: text}
              - {name: rest, path: /rest, fallback: true, run: [printf, "rest of %s", "${x-url}"], output: text}
            """)
        #expect(try await harness.result("t:///a") == "a")
        #expect(try await harness.result("t:///rest") == "rest of t:///rest")
        #expect(try await harness.result("t:///any/thing?at=all") == "rest of t:///any/thing?at=all")
        #expect(try await harness.result("u:///any") == "404")
    }

    @Test
    func `strict-input refuses a parameter that is unknown, and not one that is stripped or a token`() async throws {
        let harness = try await tested.start(
            Fixture(
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
                """, files: ["token": "good\n"]))
        #expect(try await harness.result("t:///a?x=1") == "a")
        #expect(
            try await harness.reply(to: "t:///b?titel=1")["error"]
                == ["code": 400, "message": "unknown parameter \"titel\"; did you mean \"title\"?"])
        #expect(try await harness.result("t:///b?title=1&fbclid=2&x-source=me") == "b")
        #expect(try await harness.result("t:///b?fbclid2=1") == "400")
        #expect(try await harness.result("t:///c?utm_source=1&utm_=2&key=good") == "c")
        #expect(try await harness.result("t:///c?x-token=good&key=good") == "400")
        #expect(try await harness.result("t:///c?key=bad") == "401")
        #expect(try await harness.result("t:///c?fbclid=1") == "400")  // the route's list replaces the file's list
    }

    @Test
    func `strip keeps a parameter from the input, and leaves the path alone`() async throws {
        let harness = try await tested.start(
            """
            schemes: [t]
            routes:
              - {name: r, path: "/r/{id}", strip: [i*], stdin: json, run: [cat], output: json}
            """)
        let output = try await harness.reply(to: "t:///r/1?id=2&info=3")["output"]
        #expect(output == ["id": "1"])
    }
}
