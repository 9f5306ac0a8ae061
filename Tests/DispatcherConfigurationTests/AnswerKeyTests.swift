import DispatcherConfiguration
import QueryCoding
import TestSupport
import Testing
import XCallbackURL

/// The keys for the form of an answer, and for parameters that depend on each other.
struct AnswerKeyTests {
    @Test func `reads the form of an answer`() throws {
        let route = try Configuration.route(
            "path: /a\ninput: {retParam: {type: line, default: uuid}}\nrun: [x]\nstdin: json\n"
                + "result-name: retParam\nerror-name: error-Code\nplus-as-space: yes\narrays: repeat")
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
        let route = try Configuration.route(Self.pairs + "run: [x]\n" + keys)
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
            ("text", true), ("_a-1", true), ("Text", true), ("", false), ("x-success", false), ("X-Error", false),
            ("x-", false), ("errorCode", false), ("errorMessage", false), ("error-Code", false), ("ErrorDomain", false),
            ("a.b", false), ("a[]", false), ("a[0]", false), ("1a", false), ("a b", false), ("a\nb", false),
            ("ä", false), ("a=b", false), ("a&b", false), ("a#b", false), ("a\0", false),
            (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
        ])
    func `a request names the result as a member of an answer, and nothing else`(name: String, isName: Bool) throws {
        let route = try Configuration.route("path: /x\ninput: {n: string?}\nrun: [x]\nresult-name: n")
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
