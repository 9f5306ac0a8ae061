import DispatcherConfiguration
import QueryCoding
import TestSupport
import Testing

/// Files with `opaque: true`, and what cannot work in them.
struct OpaqueFileTests {
    private static func file(_ lines: String, route: String = "path: \"/{rest}\"") -> String {
        "schemes: [tube]\nopaque: true\n\(lines)routes:\n  - {name: r, \(route), run: [x]}\n"
    }

    static let files: [BadFile] = [
        BadFile(
            "any scheme", "schemes: any\nopaque: true\nroutes: [{name: r, path: /a, run: [x]}]\n",
            "1:1: 'opaque: true' needs the names of its schemes, not 'any'"),
        BadFile("domains", file("domains: [a.example]\n"), "3:1: 'domains' does not go with 'opaque: true'"),
        BadFile("a fragment", file("fragment: parameters\n"), "3:1: 'fragment' does not go with 'opaque: true'"),
        BadFile("a token", file("token: {file: t}\n"), "3:1: 'token' does not go with 'opaque: true'"),
        BadFile("callbacks", file("callbacks: {hosts: []}\n"), "3:1: 'callbacks' does not go with 'opaque: true'"),
        BadFile(
            "a plus as a space", file("plus-as-space: true\n"), "3:1: 'plus-as-space' does not go with 'opaque: true'"),
        BadFile(
            "a lenient authority", file("lenient-authority: true\n"),
            "3:1: 'lenient-authority' does not go with 'opaque: true'"),
        BadFile(
            "a route with a strict input", file("", route: "path: /a, strict-input: true"),
            "4:25: 'strict-input' does not go with 'opaque: true'"),
        BadFile(
            "a strict route", file("", route: "path: /a, strict: true"),
            "4:25: 'strict' does not go with 'opaque: true'"),
        BadFile(
            "a route with a token", file("", route: "path: /a, token: {file: t}"),
            "4:25: 'token' does not go with 'opaque: true'"),
        BadFile(
            "the rest of a path", file("", route: "path: \"/{rest**}\""),
            "4:21: pattern '/{rest**}': an opaque URL is one segment; write '{name}' for all of it"),
        BadFile(
            "an optional segment", file("", route: "path: \"/a/{page?}\""),
            "4:21: pattern '/a/{page?}': an opaque URL is one segment; write '{name}' for all of it"),
        BadFile(
            "an input that no URL has", file("", route: "path: \"/{rest}\", input: {title: \"line?\"}"),
            "4:40: 'title' is in no path, and an opaque URL has no query"),
        BadFile(
            "an input that a path lacks", file("", route: "path: [\"/{rest}\", /all], input: {rest: line}"),
            "4:48: 'rest' is not in the path /all, and an opaque URL has no query; make it optional"),
        BadFile(
            "a separator that is never raw",
            file("", route: "path: \"/{rest}\", input: {rest: {type: [line], separator: newline}}"),
            "4:40: no URL has the separator 'newline' raw, and an opaque URL is split before it is decoded"),
        BadFile(
            "an input that is in no path, of a file whose key comes last",
            "schemes: [tube]\nroutes: [{name: r, path: /a, input: {b: line}, run: [x]}]\nopaque: true\n",
            "2:38: 'b' is in no path, and an opaque URL has no query"),
    ]

    @Test(arguments: files)
    func `names every key and input that cannot work`(file: BadFile) throws { try file.expect() }

    @Test func `reads paths with slashes, and inputs that each path may have`() throws {
        let configuration = try Configuration.routes(
            """
            schemes: [tube]
            opaque: yes
            routes:
              - {name: watch, path: ["/https://{rest}", "/https//{rest}"], open: "https://www.example/$rest"}
              - {name: own, path: "/own/{rest}", input: {rest: line}, open: "tube://$rest"}
              - {name: all, path: [/all?x#y, "/a:{rest}"], input: {rest: "line?"}, run: [x]}
            """)
        #expect(configuration.mistakes == [])
        #expect(configuration.features.map(\.isOpaque) == [true])
    }

    @Test func `refuses the later of two files that differ for a scheme`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": "schemes: [tube]\nopaque: true\nroutes: [{name: r, path: \"/{rest}\", run: [x]}]\n",
            "routes.d/b.yaml": "schemes: [b, tube]\nroutes: [{name: r, path: /a, run: [x]}]\n",
        ])
        let configuration = folder.load()
        #expect(configuration.features.map(\.name) == ["a"])
        let mistake = try #require(configuration.mistakes.first?.description)
        #expect(mistake.hasPrefix("routes.d/b.yaml:1:1: 'opaque' must be the same in all files of a scheme"))
    }

    @Test func `permits a value after the slashes of an opaque scheme of another file alone`() throws {
        func load(_ isOpaque: Bool) throws -> Configuration {
            try TemporaryFolder(configuration: [
                "routes.d/a.yaml":
                    "schemes: [web]\nroutes: [{name: r, path: /a, input: {u: line}, open: \"tube://$u\"}]\n",
                "routes.d/b.yaml":
                    "schemes: [tube]\nopaque: \(isOpaque)\nroutes: [{name: r, path: \"/{u}\", run: [x]}]\n",
            ]).load()
        }
        #expect(try load(true).mistakes == [])
        #expect(
            try load(false).mistakes.map(\.description) == [
                "routes.d/a.yaml:2:54: the host in 'open' must be fixed text; write '/' or '?' between the host and a value"
            ])
    }

    @Test func `checks examples as the file reads URLs`() throws {
        let configuration = try Configuration.routes(
            """
            schemes: [ed2k]
            opaque: true
            routes:
              - name: file
                path: "/{parts}"
                input: {parts: {type: [line], separator: "|"}}
                run: [x, --, $parts]
                examples:
                  - {url: "ed2k://|a%7Cb|c#d", argv: [x, --, "", "a|b", "c#d"]}
                  - {url: "ed2k://a", argv: [x, --, b]}
            """)
        #expect(configuration.checkExamples().map(\.message) == ["the example runs [x, --, a], not [x, --, b]"])
    }
}
