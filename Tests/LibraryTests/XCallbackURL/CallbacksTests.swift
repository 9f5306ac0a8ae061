import QueryCoding
import Testing
import XCallbackURL

struct CallbacksTests {
    @Test func `reads the three callbacks, decoded once`() throws {
        let callbacks = try XCallbackURL("s:?x-success=a%3A%2F%2Fb%3Fc%3D%2525&x-error=e:e&x-cancel=c:c").callbacks
        #expect(callbacks.success?.text == "a://b?c=%25")
        #expect(callbacks.error?.text == "e:e")
        #expect(callbacks.cancel?.text == "c:c")
        #expect(callbacks.faults.isEmpty)
    }

    @Test(arguments: ["", "x-success", "x-success=", "X-Success=a:b", "x-successs=a:b", "success=a:b"])
    func `treats an empty or bare callback as absent`(query: String) throws {
        let callbacks = try XCallbackURL("s:?\(query)").callbacks
        #expect(callbacks.success == nil)
        #expect(callbacks.faults.isEmpty)
    }

    @Test func `finds a callback with an encoded name`() throws {
        #expect(try XCallbackURL("s:?%78-success=a:b").callbacks.success?.text == "a:b")
    }

    @Test(arguments: [
        ("x-success=a:a&x-success=b:b", "parameter \"x-success\" appears more than once", 400),
        ("x-success&x-success=b:b", "parameter \"x-success\" appears more than once", 400),
        ("x-success=b:b&x%2Dsuccess", "parameter \"x-success\" appears more than once", 400),
        ("x-success=a%3A%FF", "parameter \"x-success\" is not valid UTF-8", 400),
        ("x-success=nothing", "x-success is refused: not a URL: it needs a scheme, as in 'notes:///create'", 403),
        ("x-success=s%3A%2F%2Fuser%40a", "x-success is refused: user info ('user@') is not accepted in a URL", 403),
        ("x-success=s%3Aa%20b", "x-success is refused: the path has a raw space; percent-encode it as %20", 403),
        (
            "x-success=s%3A%25zz",
            "x-success is refused: the path has a malformed percent escape '%zz'; a literal percent sign is %25", 403
        ),
    ])
    func `leaves the other callbacks usable when one is faulty`(query: String, message: String, code: Int) throws {
        let raw = try RawURL(Array("s:?x-error=e:e&\(query)&x-cancel=c:c".utf8))
        let callbacks = Callbacks(raw)
        #expect(callbacks.success == nil)
        #expect(callbacks.error?.text == "e:e")
        #expect(callbacks.cancel?.text == "c:c")
        #expect(callbacks.faults.map(\.kind) == [.success])
        #expect(callbacks.faults.first?.outcomeError == OutcomeError(code: code, message: message))
    }

    @Test(arguments: ["a=%zz", "%FF=1", "a b=1", "x-foo=%00"])
    func `reads the callbacks even if the input is malformed`(query: String) throws {
        let text = "s:///%FF?\(query)&x-error=e:e"
        #expect(Callbacks(try RawURL(Array(text.utf8))).error?.text == "e:e")
        #expect(throws: XCallbackURLError.self) { try XCallbackURL(text) }
    }

    @Test func `orders the faults as success, error, cancel`() throws {
        let callbacks = try XCallbackURL("s:?x-cancel=1&x-error=2&x-success=3").callbacks
        #expect(callbacks.faults.map(\.kind) == [.success, .error, .cancel])
        #expect(callbacks.faults.map(\.text) == ["3", "2", "1"])
    }

    @Test func `returns the URL of the callback for an outcome`() throws {
        let callbacks = try XCallbackURL("s:?x-success=s:s&x-error=e:e&x-cancel=c:c").callbacks
        #expect(callbacks.url(for: .success) == "s:s")
        #expect(callbacks.url(for: .success(["id": 7, "t": ["a"]])) == "s:s?id=7&t.0=a")
        #expect(callbacks.url(for: .success("text")) == "s:s?result=text")
        #expect(
            callbacks.url(for: .error(OutcomeError(code: 7, message: "it's off", detail: "never told")))
                == "e:e?errorCode=7&errorMessage=it%27s%20off")
        #expect(callbacks.url(for: .error(OutcomeError(.noRoute, "m"))) == "e:e?errorCode=404&errorMessage=m")
        #expect(callbacks.url(for: .cancel) == "c:c")
        #expect(Callbacks(success: callbacks.success).url(for: .cancel) == nil)
    }

    // A URL without its callbacks.

    @Test(arguments: [
        ("a:b", "a:b"),
        ("a:b?c=d&x-source=e#f", "a:b?c=d&x-source=e#f"),
        ("a:b?x-success=c", "a:b?"),
        ("a:b?x-success#f", "a:b?#f"),
        ("a:b?x-success=c&d=e", "a:b?d=e"),
        ("a:b?d=e&x-success=c", "a:b?d=e"),
        ("a:b?d&x-cancel=c&&e=%2f+", "a:b?d&&e=%2f+"),
        ("a:b?x-success=1&x-error=2&x-cancel=3", "a:b?"),
        ("a:b?x-success=1&c&x-error=2&d&x-cancel=3#x-error=4", "a:b?c&d#x-error=4"),
        ("a:b?x-success=1&x-success=2&c", "a:b?c"),
        ("a:b?x%2Dsuccess=1&c", "a:b?c"),  // an encoded name is the same name
        ("a:b?X-Success=1&xx-success=2", "a:b?X-Success=1&xx-success=2"),
        ("a:x-success=1", "a:x-success=1"),
    ])
    func `removes only the three callbacks`(url: String, without: String) throws {
        #expect(try RawURL(Array(url.utf8)).textWithoutCallbacks == without)
    }
}
