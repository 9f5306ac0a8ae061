import DispatcherMessages
import QueryCoding
import RequestRecord
import Testing

extension ExplainScenarios {
    package static let arrays = Fixture(
        routes: [
            "tag": """
            schemes: [tag]
            routes: [{name: add, path: /add, input: {tags: [line], title: "line?"}, run: ["true"]}]
            """
        ])

    package static func knowsTheElementsOfArrays(on harness: some Harness) async throws {
        let wanted: QueryValue = ["route": "tag.add", "input": ["tags": ["a", "b"]]]
        let link = try await harness.answer("link", wanted, door: .control)["result"]?["url"]?.string
        #expect(link == "tag:///add?tags.0=a&tags.1=b")
        for url in [link ?? "", "tag:///add?tags.9=a&tags.7=b", "tag:///add?tags%5B%5D=a&tags=b"] {
            #expect(try await explain(harness, url)["near-misses"] == [], "\(url)")
        }
        #expect(
            try await explain(harness, "tag:///add?tgas=a&title.0=b&tags.x=c")["near-misses"] == [
                "'tgas' is ignored; did you mean 'tags'?", "'title.0' is ignored; did you mean 'title'?",
                "'tags.x' is ignored; did you mean 'tags'?",
            ])
    }
}
