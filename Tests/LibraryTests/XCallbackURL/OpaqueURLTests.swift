import QueryCoding
import Testing
import XCallbackURL

/// Opaque URLs: all that follows the scheme and an optional `//` is one segment, decoded once.
struct OpaqueURLTests {
    @Test(arguments: [
        ("freetube://https://www.youtube.com/watch?v=ID", "https://www.youtube.com/watch?v=ID"),
        ("freetube:https://www.youtube.com/watch?v=ID", "https://www.youtube.com/watch?v=ID"),
        ("freetube://https//www.youtube.com/watch?v=ID", "https//www.youtube.com/watch?v=ID"),
        ("dcaccount:https://mailadm.example/?t=90d_x&n=try90d", "https://mailadm.example/?t=90d_x&n=try90d"),
        ("ed2k://|file|Big%20Film%7Ccut.avi|14997504|965C|/", "|file|Big Film|cut.avi|14997504|965C|/"),
        ("S://a#b?c%2Fd%2520", "a#b?c/d%20"),  // decoded once
        ("s:///a", "/a"), ("s:////a", "//a"), ("s:/a", "/a"),
        ("s://x-callback-url/a?x-success=b:c", "x-callback-url/a?x-success=b:c"),
        ("s:a b\"<>\\^`{|}", "a b\"<>\\^`{|}"),  // printable characters may be raw
        ("s://é/ü", "é/ü"), ("s:%C3%A9", "é"),
    ])
    func `reads all that follows the scheme as one segment`(text: String, segment: String) throws {
        let url = try XCallbackURL(opaque: text)
        #expect(url.path == [segment] && url.segments == [segment])
        #expect(url.authority == .none && url.parameters == [] && url.fragment == nil && url.callbacks == Callbacks())
        #expect(try XCallbackURL(opaque: url.description) == url)
    }

    @Test(arguments: ["s:", "s://"])
    func `has no segment without text`(text: String) throws { #expect(try XCallbackURL(opaque: text).path == []) }

    @Test func `keeps the text as it was written`() throws {
        let url = try XCallbackURL(opaque: "ED2K://|a%7cb| c|")
        #expect(url.opaquePart == "|a%7cb| c|")
        #expect(url.description == "ed2k:|a%7cb| c|")
        #expect(try url != XCallbackURL(opaque: "ed2k:|a|b| c|"))  // the delimiters of the text have a meaning
    }

    @Test func `prints a text that begins with two slashes after two more`() throws {
        let url = try XCallbackURL(opaque: "s:////host")
        #expect(url.description == "s:////host")
        #expect(XCallbackURL(scheme: url.scheme, opaqueSegment: "//host 100%").description == "s:////host%20100%25")
    }

    @Test(arguments: [
        ("a", XCallbackURLError.noScheme), ("1:a", .invalidScheme),
        ("s:%zz", .undecodable(.opaquePart, .malformedEscape("%zz"))),
        ("s:%00", .undecodable(.opaquePart, .control(0))),
        ("s:a\nb", .undecodable(.opaquePart, .unencoded(0x0A))), ("s:%FF", .undecodable(.opaquePart, .notUTF8)),
    ])
    func `rejects what cannot be decoded`(text: String, error: XCallbackURLError) {
        #expect(throws: error) { try XCallbackURL(opaque: text) }
    }
}
