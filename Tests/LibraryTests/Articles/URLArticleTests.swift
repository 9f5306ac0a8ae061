import QueryCoding
import Testing
import XCallbackURL

/// The samples of XCallbackURL's landing page.
struct URLArticleTests {
    @Test func `a URL is parsed into its parts`() throws {
        let url = try XCallbackURL("notes://x-callback-url/create?title=Hi&x-success=otherapp%3A%2F%2Fdone%3Fa%3D1")
        #expect(url.segments == ["create"])
        #expect(url.parameters["title"] == .value("Hi"))
        let answer = url.callbacks.url(for: .success(["id": 7]))
        #expect(answer == "otherapp://done?a=1&id=7")
    }

    @Test func `a URL is made from its parts`() throws {
        guard let scheme = Scheme("notes") else { return }
        let url = XCallbackURL(
            scheme: scheme, authority: .xCallbackURL, path: ["create"], parameters: [QueryParameter("title", "a & b")],
            callbacks: Callbacks(success: try CallbackURL("otherapp://done")), source: "Mail")
        #expect(
            "\(url)"
                == "notes://x-callback-url/create?x-source=Mail&x-success=otherapp%3A%2F%2Fdone&title=a%20%26%20b")
    }

    @Test func `an error states the expected form`() {
        #expect(throws: XCallbackURLError.undecodable(.parameter("title"), .malformedEscape("%zz"))) {
            try XCallbackURL("notes:///create?title=%zz")
        }
        let error = XCallbackURLError.undecodable(.parameter("title"), .malformedEscape("%zz"))
        #expect("\(error)" == "parameter \"title\" has a malformed percent escape '%zz'; a literal percent sign is %25")
    }
}
