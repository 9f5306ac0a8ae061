import DispatcherConfiguration
import QueryCoding
import TestSupport
import Testing
import XCallbackURL

struct DecodingTests {
    private func route(_ input: String, strict: Bool = false) throws -> RouteDefinition {
        try Configuration.route("path: /x\ninput: {\(input)}\nstrict-input: \(strict)\nrun: [x]")
    }

    private func parameters(_ query: String) throws -> QueryParameters {
        try XCallbackURL("notes:///x?\(query)").parameters
    }

    static let decoded: [(String, String, QueryValue)] = [
        ("a: string", "a=x%0Ay", ["a": "x\ny"]),
        ("a: line", "a=x", ["a": "x"]),
        ("a: line", "a=", ["a": ""]),  // a value, though an empty one
        ("a: line", "a=1&a=2", ["a": "2"]),  // the last wins
        ("a: line", "a=1&a", ["a": "1"]),  // a bare repeat erases nothing
        ("a: line?", "", [:]),
        ("a: line?", "a", [:]),  // bare is nil
        ("a: int", "a=%2B007", ["a": 7]),
        ("a: number", "a=1", ["a": .number("1")]),
        ("a: number", "a=%2B.50", ["a": .number("0.50")]),  // JSON knows no plus sign and no bare point
        ("a: number", "a=-007.e2", ["a": .number("-7e2")]),
        ("a: number", "a=0.1000000000000000055511", ["a": .number("0.1000000000000000055511")]),  // no digit is lost
        ("a: bool", "a", ["a": true]),
        ("a: bool?", "a", ["a": true]),
        ("a: bool", "a=OFF", ["a": false]),
        ("a: {one-of: [low, high]}", "a=low", ["a": "low"]),
        ("a: {one-of: [low, high], default: high}", "", ["a": "high"]),
        ("a: {type: int, default: 3}", "a", ["a": 3]),  // a bare name has no value
        ("a: [line]", "", ["a": []]),
        ("a: [int]", "a=1&a=2", ["a": [1, 2]]),
        ("a: [int]", "a[]=1&a[]=2", ["a": [1, 2]]),
        ("a: [int]", "a.1=2&a.0=1", ["a": [1, 2]]),
        ("a: [line]", "a.12=z&a.1=x&a.2=y", ["a": ["x", "y", "z"]]),  // magnet: begins at 1
        ("a: {type: [int], default: [9]}", "", ["a": [9]]),
        ("a: {type: path, under: /srv}", "a=b/c.txt", ["a": "b/c.txt"]),
        ("a: date", "a=2027-01-31", ["a": "2027-01-31"]),
        ("a: uuid", "a=e621e1f8-c36c-495a-93fc-0c247a3e6e5f", ["a": "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"]),
        ("a: url", "a=https%3A%2F%2Fexample.org%2F", ["a": "https://example.org/"]),
        ("a: base64", "a=aGk", ["a": "aGk"]),
        ("a: {type: string, pattern: \"x.|\\\\s*\"}", "a=%0A%0A", ["a": "\n\n"]),
        ("a: {type: \"line?\", pattern: \"[A-Z]+-[0-9]+\"}", "a=AB-12", ["a": "AB-12"]),
        ("a: {type: \"line?\", pattern: \"[A-Z]+-[0-9]+\"}", "", [:]),
        ("a: {type: line, pattern: \"[a-z]*\", default: x}", "", ["a": "x"]),
        ("a: {type: line, pattern: \"[a-z]*\"}", "a=", ["a": ""]),
        ("a: {type: [line], pattern: \"[a-z]+\"}", "a=x&a=y", ["a": ["x", "y"]]),
        ("a: {type: [line], separator: \",\"}", "a=x%2Cy,,z", ["a": ["x", "y", "", "z"]]),
        ("a: {type: [line], separator: \",\"}", "a=", ["a": []]),
        ("a: {type: [line], separator: \",\"}", "a", ["a": []]),
        ("a: {type: [line], separator: \",\", default: [\"p,q\"]}", "", ["a": ["p,q"]]),
        ("a: {type: [int], separator: \" \"}", "a=1%202&a=3", ["a": [1, 2, 3]]),
        ("a: {type: [line], separator: newline}", "a=x,y%0Az%0D%0A%0Aw%0A", ["a": ["x,y", "z", "", "w"]]),
        ("a: {type: [line], separator: newline}", "a=%0A", ["a": [""]]),
        ("b: line, a: line", "a=1&b=2&c=3", ["b": "2", "a": "1"]),  // declared order; others are ignored
    ]

    @Test(arguments: decoded)
    func `decodes what the input declares`(input: String, query: String, value: QueryValue) throws {
        #expect(try route(input).decode(parameters(query)) == value)
    }

    private static let many = [
        "a: {type: [string], separator: \",\"}", "?a=" + String(repeating: ",", count: 10_000),
        "Value for parameter \"a\" has incorrect type.", "at most 10000 items",
    ]

    @Test(arguments: TextTable.rows("refused-inputs.txt") + [many])
    func `says the sentence of a typed handler`(row: [String]) throws {
        let (query, message, detail) = (String(row[1].dropFirst()), row[2], row[3])
        let route = try route(row[0])
        let error = #expect(throws: QueryCodingError.self) { try route.decode(parameters(query)) }
        #expect(error?.description == message)
        #expect(error?.detail == detail)
    }

    @Test(arguments: ["", "/etc/passwd", "..", "a/../b", "./a", "a//b", "a/", "."])
    func `refuses a path that could leave its folder`(path: String) throws {
        let route = try route("a: {type: path, under: /srv}")
        let text = path.isEmpty ? "\"\"" : path
        let demand = "a = \(text): must be a path below the folder without empty segments, '.' or '..'"
        // The folder is for the owner alone.
        for (fromOutside, place) in [(false, ", beneath /srv"), (true, "")] {
            let error = #expect(throws: QueryCodingError.self) {
                try route.decode(QueryParameters([QueryParameter("a", path)]), fromOutside: fromOutside)
            }
            #expect(error?.detail == demand + place)
        }
    }

    private static let option = "must be a URL whose user and host do not begin with '-'"
    private static let hostless = "must be a URL with a host"
    private static let invisible = "must be a URL whose host has no invisible character"
    private static let distant = "must be a URL whose port is at most 65535"
    private static let malformed = "must be an absolute URL"
    private static let withUser = "must be a URL without user info"

    /// Each with the refusals on the control socket and on the desktop socket.
    static let urls: [(String, String?, String?)] = [
        ("https://example.org/?q=-x", nil, nil),
        ("https://a-b.example.org:8080/-x", nil, nil),
        ("https://[::1]/", nil, nil),
        ("https://müller.example/", nil, nil),
        ("ssh://kim@example.org/", nil, nil),  // user info is usual there
        ("mailto:-a@example.org", nil, nil),  // has no authority
        ("otherapp:///-x", nil, nil),  // an empty one
        ("ssh://-oProxyCommand=x/", option, option),
        ("ssh://-oProxyCommand=x@example.org/", option, option),
        ("ssh://kim@-oProxyCommand=x/", option, option),
        ("ssh://%2DoProxyCommand=x/", option, option),
        ("ssh://kim@%2doProxyCommand=x", option, option),
        ("https://-x/", option, option),
        ("https://-x?q", option, option),
        ("https:x", hostless, hostless),
        ("HTTP:/etc/passwd", hostless, hostless),
        ("https:///etc/passwd", hostless, hostless),
        ("https://:80/", hostless, hostless),
        ("https://kim@/", hostless, hostless),
        ("https://kim:secret@example.org/", nil, withUser),
        ("https://example.org%40evil.example/", nil, withUser),  // as a program that decodes it first reads it
        ("https://@example.org/", nil, withUser),
        ("https://\u{202E}h/", malformed, malformed),  // Foundation reads no such name
        ("https://a%E2%80%AEh/", invisible, invisible),  // turns the text that follows
        ("https://a%e2%80%8bh/", invisible, invisible),  // a space without width
        ("https://a%C2%ADh/", invisible, invisible),  // a soft hyphen
        ("ssh://a\u{2066}h/", malformed, malformed),
        ("https://a%09h/", invisible, invisible),
        ("https://a%0Ah/", invisible, invisible),
        ("ssh://kim@a%E2%80%AEh/", invisible, invisible),
        ("otherapp://a%E2%80%AEh/", invisible, invisible),
        ("https://kim@%CC%81h/", invisible, invisible),  // a mark without a letter, after the `@`
        ("https://%D7%90%D7%91.example/", nil, nil),  // Hebrew letters
        ("https://\u{646}\u{200C}\u{647}.example/", nil, nil),  // a Persian name with a joiner
        ("https://h/a%E2%80%AEb", nil, nil),  // a path is no host
        ("https://a%01h/", malformed, malformed),
        ("https://a%C2%85h/", malformed, malformed),
        ("ssh://-oProxyCommand=x%00/", malformed, malformed),  // no way around the rule above
        ("ssh://-o%FF/", malformed, malformed),
        ("https://h:65535/", nil, nil),
        ("https://h:000080/", nil, nil),
        ("https://[::1]:65535/", nil, nil),
        ("https://h:/", nil, nil),
        ("https://h:65536/", distant, distant),
        ("https://h:99999/", distant, distant),
        ("https://h:99999999999999999999999/", distant, distant),
        ("https://[::1]:99999/", distant, distant),
        ("ssh://kim@h:99999/", distant, distant),
        ("no URL", malformed, malformed),
    ]

    @Test(arguments: urls)
    func `refuses a URL whose authority would mislead a program`(url: String, atControl: String?, atDesktop: String?)
        throws
    {
        let route = try route("a: {type: url, schemes: any}")
        let parameters = QueryParameters([QueryParameter("a", url)])
        for (fromOutside, demand) in [(false, atControl), (true, atDesktop)] {
            var detail: String?
            do {
                _ = try route.decode(parameters, fromOutside: fromOutside)
            } catch let error as QueryCodingError {
                detail = error.detail
            }
            #expect(detail?.split(separator: ": ").last.map(String.init) == demand, "\(url)")
        }
    }

    @Test func `refuses unknown parameters where the route is strict`() throws {
        let route = try route("title: line, tags: [line]", strict: true)
        #expect(throws: OutcomeError(.input, "unknown parameter \"titel\"; did you mean \"title\"?")) {
            try route.decode(parameters("titel=x"))
        }
        #expect(throws: OutcomeError(.input, "unknown parameter \"tags.x\"; did you mean \"tags\"?")) {
            try route.decode(parameters("title=x&tags.x=a"))
        }
        #expect(try route.decode(parameters("title=x&tags.7=a&tags[]=b")) == ["title": "x", "tags": ["b", "a"]])
    }
}
