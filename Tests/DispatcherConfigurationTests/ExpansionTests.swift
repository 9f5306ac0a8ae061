import DispatcherConfiguration
import Testing
import XCallbackURL

struct ExpansionTests {
    static let input = "input: {title: line?, body: string?, tags: [line], n: int?}"

    /// The arguments of a command, or the URL that a route opens.
    private func expand(_ action: String, _ query: String) throws -> [String] {
        let route = try Configuration.route("path: /x\n\(Self.input)\n\(action)")
        let url = try XCallbackURL("notes:///x?\(query)")
        let input = try route.decode(url.parameters)
        let request: (Template.RequestValue) -> String? = { value in
            switch value {
            case .url: url.description
            case .source: url.source
            case .fragment: url.fragment
            case .id: "01JD"
            }
        }
        switch route.action {
        case .run(let arguments): return try arguments.arguments(input: input, request: request)
        case .open(let template), .redirect(let template): return [try template.url(input: input, request: request)]
        case .script, .worker: throw OutcomeError(.noRoute, "no test here has such a route")
        }
    }

    static let expanded: [(String, String, [String])] = [
        ("[x, $title]", "title=a%20b", ["x", "a b"]),  // one argument, whatever it holds
        ("[x, \"--t=$title\"]", "title=-rf", ["x", "--t=-rf"]),
        ("[x, \"${title}s\"]", "title=note", ["x", "notes"]),
        ("[x, $$title]", "title=a", ["x", "$title"]),
        ("[x, $title]", "title=%24body&body=b", ["x", "$body"]),  // never scanned again
        ("[x, $title]", "title=%60id%60%3B%20rm", ["x", "`id`; rm"]),
        ("[x, $title, end]", "", ["x", "end"]),  // absent disappears whole
        ("[x, \"--t=$title\"]", "", ["x"]),
        ("[x, $title]", "title=", ["x", ""]),  // empty is a value
        ("[x, $tags]", "tags=a&tags=b", ["x", "a", "b"]),
        ("[x, \"--tag=$tags\"]", "tags=a&tags=b", ["x", "--tag=a", "--tag=b"]),
        ("[x, \"--tag=$tags\"]", "", ["x"]),
        ("[x, [--tag, $tags]]", "tags=a&tags=b", ["x", "--tag", "a", "--tag", "b"]),
        ("[x, [--tag, $tags]]", "", ["x"]),
        ("[x, [--title, $title]]", "", ["x"]),
        ("[x, [--title, $title, $n]]", "title=a", ["x"]),  // all of the group or nothing
        ("[x, [\"$title:$tags\"]]", "title=t&tags=a&tags=b", ["x", "t:a", "t:b"]),
        ("[x, --, $title]", "title=-rf", ["x", "--", "-rf"]),
        ("[x, [--, $tags]]", "tags=-a&tags=-b", ["x", "--", "-a", "--", "-b"]),
        ("[x, \"${x-id}\", \"${x-source}\"]", "", ["x", "01JD"]),
        ("[x, \"${x-source}\"]", "x-source=App", ["x", "App"]),
        ("[x, -n, $n]", "n=5", ["x", "-n", "5"]),
    ]

    @Test(arguments: expanded)
    func `puts values into arguments`(run: String, query: String, arguments: [String]) throws {
        #expect(try expand("run: \(run)", query) == arguments)
    }

    static let options: [(String, String)] = [
        ("[x, $title]", "title=-rf"),
        ("[x, $title]", "title=-"),
        ("[x, $n]", "n=-5"),  // numbers too
        ("[x, \"$title$body\"]", "title=&body=-rf"),  // the first is empty
        ("[x, $title, --]", "title=-rf"),  // too late
        ("[x, $title, $body]", "title=--&body=-rf"),  // a value ends no options
        ("[x, [--, $title], $body]", "body=-rf"),  // dropped with its group
        ("[x, \"${x-source}\"]", "x-source=-rf"),
        ("[x, [--tag, $tags]]", "tags=a&tags=-b"),
        ("[x, -- $title, $body]", "title=a&body=-rf"),  // not the separator alone
    ]

    @Test(arguments: options)
    func `refuses a value that would be an option`(run: String, query: String) throws {
        let error = #expect(throws: OutcomeError.self) { try expand("run: \(run)", query) }
        #expect(error?.code == 400)
    }

    static let opened: [(String, String, String)] = [
        ("things:///add?title=$title&notes=$body", "title=a%26b%20c&body=d", "things:///add?title=a%26b%20c&notes=d"),
        ("things:///add?title=$title&notes=$body", "title=a", "things:///add?title=a"),
        ("things:///add?title=$title", "", "things:///add"),
        ("things:///add?show=yes&title=$title#$body", "", "things:///add?show=yes"),
        ("things:///$title/x", "title=..%2Fa", "things:///..%2Fa/x"),
        ("things:///$title/x", "", "things:////x"),
        ("mailto:$title", "title=a@b.c", "mailto:a%40b.c"),
        ("y:///?u=${x-url}", "n=1", "y:///?u=notes%3A%2F%2F%2Fx%3Fn%3D1"),
        ("y:///?p=$$5", "", "y:///?p=$5"),
    ]

    @Test(arguments: opened)
    func `puts values into a URL`(open: String, query: String, url: String) throws {
        #expect(try expand("open: \"\(open)\"", query) == [url])
    }

    @Test func `an empty value does not make an authority`() throws {
        #expect(throws: OutcomeError.self) { try expand("open: \"y:/$title/$body\"", "title=&body=evil") }
    }
}
