import DispatcherConfiguration
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
