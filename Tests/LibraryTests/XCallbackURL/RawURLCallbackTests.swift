import Testing
import XCallbackURL

/// Removing the callbacks leaves the rest of a URL unchanged.
struct RawURLCallbackTests {
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
