import DispatcherConfiguration
import QueryCoding
import TestSupport
import Testing

/// Files with `opaque: true`, and what cannot work in them.
struct OpaqueFileTests {
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
