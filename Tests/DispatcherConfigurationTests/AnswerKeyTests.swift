import DispatcherConfiguration
import QueryCoding
import TestSupport
import Testing
import XCallbackURL

/// The keys for the form of an answer, and for parameters that depend on each other.
struct AnswerKeyTests {
    static let mistakes: [BadFile] = [
        BadFile(
            "a misspelt form of arrays", BadFile.route("path: /a\nrun: [x]\narrays: jsno"),
            "5:13: 'arrays' must be repeat, dotted, brackets, comma or json, not 'jsno'; did you mean 'json'?"),
        BadFile(
            "a misspelt key", BadFile.route("path: /a\nrun: [x]\nresult-nam: a"),
            "5:5: unknown key 'result-nam'; did you mean 'result-name'?"),
        BadFile(
            "a result-name that is no input",
            BadFile.route("path: /a\ninput: {retParam: line?}\nrun: [x]\nresult-name: retparam"),
            "6:18: unknown parameter 'retparam'; did you mean 'retParam'?"),
        BadFile(
            "a number for a name", BadFile.route("path: /a\ninput: {a: int?}\nrun: [x]\nresult-name: a"),
            "6:18: 'a' holds a name, so its type must be 'line', not 'int'"),
        BadFile(
            "names for a name", BadFile.route("path: /a\ninput: {a: [line]}\nrun: [x]\nresult-name: a"),
            "6:18: 'a' is an array, and the result has one name"),
        BadFile(
            "a secret name",
            BadFile.route("path: /a\ninput: {a: {type: line, secret: true}}\nrun: [x]\nresult-name: a"),
            "6:18: 'a' is secret, but a callback would show its value as a name"),
        BadFile(
            "a default that is no name",
            BadFile.route("path: /a\ninput: {a: {type: line, default: x-success}}\nrun: [x]\nresult-name: a"),
            "6:18: the default 'x-success' of 'a' cannot name a result"),
        BadFile(
            "two names for the result",
            BadFile.route("path: /a\ninput: {a: line?}\nrun: [x]\nresult-name: a\nprefix: p-"),
            "7:5: 'prefix' does not go with 'result-name'; use one of them"),
        BadFile(
            "a prefix that makes a structure", BadFile.route("path: /a\nrun: [x]\nprefix: result."),
            "5:13: 'prefix' must be a letter or '_', followed by letters, digits, '_' and '-', not 'result.'"),
        BadFile(
            "an error-name that is taken", BadFile.route("path: /a\nrun: [x]\nerror-name: errorMessage"),
            "5:17: 'error-name' must be a letter or '_', followed by letters, digits, '_' and '-', not 'errorMessage'"),
        BadFile(
            "an error-name that is reserved", BadFile.route("path: /a\nrun: [x]\nerror-name: x-error"),
            "5:17: 'error-name' must be a letter or '_', followed by letters, digits, '_' and '-', not 'x-error'"),
        BadFile(
            "a form for the answer of another route",
            BadFile.route("path: /a\nredirect: notes:///b\nprefix: r-\narrays: json"),
            "5:5: 'prefix' goes with 'run', 'script', 'open' and 'worker', not with 'redirect'; "
                + "set it in the route that the redirect leads to",
            "6:5: 'arrays' goes with 'run', 'script', 'open' and 'worker', not with 'redirect'; "
                + "set it in the route that the redirect leads to"),
        BadFile(
            "a list of one level", BadFile.route("path: /a\ninput: {a: line?}\nrun: [x]\nrequire: [a]"),
            "6:15: 'require' must be a list of lists of parameters, as in [[id, title]], not a text"),
        BadFile(
            "a misspelt parameter", BadFile.route("path: /a\ninput: {title: line?}\nrun: [x]\nrequire: [[titel]]"),
            "6:16: unknown parameter 'titel'; did you mean 'title'?"),
        BadFile(
            "a parameter that is always there",
            BadFile.route("path: /a\ninput: {a: line, b: line?}\nrun: [x]\nexclusive: [[a, b]]"),
            "6:18: 'a' is always required, so 'exclusive' cannot name it; end its type with '?' to make it optional"),
        BadFile(
            "nothing to exclude", BadFile.route("path: /a\ninput: {b: line?}\nrun: [x]\nexclusive: [[b]]"),
            "6:17: a list of 'exclusive' names at least two parameters"),
        BadFile(
            "a misspelt separator", BadFile.route("path: /a\ninput: {a: {type: [line], separator: newlin}}\nrun: [x]"),
            "4:42: 'separator' must be 'newline' or one ASCII character that is neither a letter nor a digit, "
                + "not 'newlin'; did you mean 'newline'?"),
        BadFile(
            "a separator of one text", BadFile.route("path: /a\ninput: {a: {type: line, separator: \",\"}}\nrun: [x]"),
            "4:29: 'separator' goes with an array, as in {type: [line], separator: \",\"}"),
        BadFile(
            "options in place of a type",
            BadFile.route("path: /a\ninput: {a: {type: {type: line, secret: true}}}\nrun: [x]"),
            "4:23: 'type' must be a type such as string, int? or [line], not a mapping"),
        BadFile(
            "a pattern for an array whose elements have one",
            BadFile.route("path: /a\ninput: {a: {type: [{type: line, pattern: A}], pattern: B}}\nrun: [x]"),
            "4:51: the elements of the array have a 'pattern' already"),
    ]

    @Test(arguments: mistakes)
    func `reports the mistake and its place`(file: BadFile) throws { try file.expect() }

    @Test func `reads the form of an answer`() throws {
        let route = try #require(
            try Configuration.route(
                "path: /a\ninput: {retParam: {type: line, default: uuid}}\nrun: [x]\nstdin: json\n"
                    + "result-name: retParam\nerror-name: error-Code\nplus-as-space: yes\narrays: repeat"))
        #expect(route.resultName == "retParam" && route.errorName == "error-Code" && route.stdin == .json)
        #expect(route.policy.plusAsSpace && route.policy.arrays == .repeated)
    }

    @Test func `a route inherits arrays and plus-as-space from its file, and may differ`() throws {
        let configuration = try Configuration.routes(
            """
            schemes: [notes]
            arrays: json
            plus-as-space: true
            routes:
              - {name: a, path: /a, run: [x]}
              - {name: b, path: /b, run: [x], arrays: dotted, plus-as-space: false}
            """)
        let policies = try #require(configuration.features.first).routes.map(\.value.policy)
        #expect(policies.map(\.arrays) == [.json, .dotted] && policies.map(\.plusAsSpace) == [true, false])
    }

    private static let pairs =
        "path: /x\ninput: {id: line?, title: {type: line, default: t}, tags: [line], done: bool?}\n"

    static let together: [(String, String, String?)] = [
        ("require: [[id, title]]", "id=1", nil),
        ("require: [[id, title]]", "title=", nil),  // given, though empty
        ("require: [[id, title]]", "", "At least one of the parameters \"id\" and \"title\" is required."),
        ("require: [[id, title]]", "id&title", "At least one of the parameters \"id\" and \"title\" is required."),
        ("require: [[tags]]", "", "Required parameter \"tags\" not found."),
        ("require: [[tags]]", "tags.0=a", nil),
        ("require: [[id, title, tags], [done]]", "tags=a", "Required parameter \"done\" not found."),
        ("require: [[id, title, tags], [done]]", "tags=a&done", nil),
        (
            "require: [[id, title, tags]]", "tags",
            "At least one of the parameters \"id\", \"title\" and \"tags\" is required."
        ),
        ("exclusive: [[id, title, tags]]", "", nil),
        ("exclusive: [[id, title, tags]]", "title=a", nil),
        (
            "exclusive: [[id, title, tags]]", "title=a&tags=b",
            "Only one of the parameters \"title\" and \"tags\" may be given."
        ),
    ]

    @Test(arguments: together)
    func `checks which parameters come together`(keys: String, query: String, message: String?) throws {
        let route = try #require(try Configuration.route(Self.pairs + "run: [x]\n" + keys))
        let parameters = try XCallbackURL("notes:///x?\(query)").parameters
        var found: String?
        do {
            _ = try route.decode(parameters)
        } catch {
            found = (error as? OutcomeError)?.message ?? "\(error)"
        }
        #expect(found == message)
    }

    @Test(
        arguments: [
            ("text", true), ("_a-1", true), ("Text", true),
            ("", false), ("x-success", false), ("X-Error", false), ("x-", false),
            ("errorCode", false), ("errorMessage", false), ("error-Code", false), ("ErrorDomain", false),
            ("a.b", false), ("a[]", false), ("a[0]", false), ("1a", false), ("a b", false), ("a\nb", false),
            ("ä", false),
            ("a=b", false), ("a&b", false), ("a#b", false), ("a\0", false),
            (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
        ])
    func `a request names the result as a member of an answer, and nothing else`(name: String, isName: Bool) throws {
        let route = try #require(
            try Configuration.route("path: /x\ninput: {n: string?}\nrun: [x]\nresult-name: n"))
        let parameters = QueryParameters([QueryParameter("n", name)])
        if isName {
            #expect(try route.decode(parameters) == ["n": .string(name)])
        } else {
            let error = #expect(throws: OutcomeError.self) { try route.decode(parameters) }
            #expect(error?.code == 400 && error?.message == "Value for parameter \"n\" cannot name a result.")
            #expect(
                error?.detail == "a letter or '_', followed by letters, digits, '_' and '-', "
                    + "and not beginning with 'x-' or 'error'")
        }
    }
}
