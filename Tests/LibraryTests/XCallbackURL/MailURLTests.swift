import QueryCoding
import Testing
import XCallbackURL

/// What a mail program gets of a `mailto:`.
struct MailURLTests {
    @Test(arguments: [
        ("mailto:a@b", "mailto:a@b"), ("mailto:", "mailto:"), ("mailto:?", "mailto:?"),
        ("mailto:a@b?&&", "mailto:a@b?&&"), ("mailto:a@b?subject", "mailto:a@b?subject"),
        ("MAILTO:a?Subject=b,c", "mailto:a?Subject=b%2Cc"),  // names stay as they are
        ("mailto:a?amp;subject=b,c&%73ubject=d'", "mailto:a?amp;subject=b%2Cc&%73ubject=d%27"),
        (
            "mailto:a?subject=x,attachment=file:///etc/passwd",
            "mailto:a?subject=x%2Cattachment%3Dfile%3A%2F%2F%2Fetc%2Fpasswd"
        ),
        ("mailto:a?body=it's,%20100%25&subject=b", "mailto:a?body=it%27s%2C%20100%25&subject=b"),
        ("mailto:a?subject=a+b;c$(d)!*?/:@~-._", "mailto:a?subject=a%2Bb%3Bc%24%28d%29%21%2A%3F%2F%3A%40~-._"),
        ("mailto:a?subject=%41%c3%a9é", "mailto:a?subject=A%C3%A9%C3%A9"),
        ("mailto:a?body=a%0D%0Ab%09c", "mailto:a?body=a%0D%0Ab%09c"),
        (
            "mailto:a?in-reply-to=<a=b@c>".replacing("<", with: "%3c").replacing(">", with: "%3e"),
            "mailto:a?in-reply-to=%3Ca%3Db%40c%3E"
        ),
        ("mailto:a@b,c+d@e", "mailto:a@b,c%2Bd@e"),  // a comma between addresses stays
        ("mailto:a%2cb%40c@d", "mailto:a%2Cb%40c@d"),  // and one in an address stays encoded
        (
            "mailto:Kim%20%3ckim@b%3e?cc=a@b,(c)d@e&bcc=%61@b&to=c%2Fd",
            "mailto:Kim%20%3Ckim@b%3E?cc=a@b,%28c%29d@e&bcc=a@b&to=c%2Fd"
        ),
        ("mailto://a/b", "mailto:%2F%2Fa%2Fb"),  // an authority is a part of the address
        ("mailto:a?=x+y&subject=z", "mailto:a?=x%2By&subject=z"),
    ])
    func `encodes all but unreserved characters of each value`(text: String, opened: String) throws {
        let url = try CallbackURL(text)
        #expect(url.openedText == opened)
        #expect(try CallbackURL(opened).openedText == opened)
        #expect(url.ban == nil && url.fault == nil)
    }

    @Test(arguments: [
        // A field of the author's choice, and a fragment.
        ("mailto:a?attach=/c+d&x-a=e@f", "mailto:a?attach=%2Fc%2Bd&x-a=e@f"),
        ("mailto:a?subject=b#,attachment='c'", "mailto:a?subject=b#%2Cattachment%3D%27c%27"),
    ])
    func `encodes the values of a mail that only the author of a route may open`(text: String, opened: String) throws {
        let url = try CallbackURL(text)
        #expect(url.openedText == opened)
        #expect(url.ban != nil && url.fault == nil)
    }

    @Test func `leaves the mail of a script's own call unchanged`() throws {
        #expect(try CallbackURL(foreign: "mailto:a'b?subject=c,d").openedText == "mailto:a'b?subject=c,d")
    }

    @Test(arguments: [
        ("mailto:a@b%27%2Cattachment=%27file:///etc/passwd%27%2Cbcc=%27", "' in the address"),
        ("mailto:o'neil@b", "' in the address"),
        ("mailto:%22a%22@b", "\" in the address"),
        ("mailto:a%2527@b", "% in the address"),
        ("mailto:a%5Cx27@b", "\\ in the address"),
        ("mailto:*@b", "* in the address"),
        ("mailto:a@b%3Fattach=/etc/passwd", "? in the address"),
        ("mailto:a@b&attach=/etc/passwd", "& in the address"),
        ("mailto:a@b%26c", "& in the address"),
        ("mailto:a=b@c", "= in the address"),
        ("mailto:a@b%0D%0ABcc:%20c@d", "a control character in the address"),
        ("mailto:a%09b@c", "a control character in the address"),
        ("mailto:-a@b", "- at the beginning of the address"),
        ("mailto:%2Da@b", "- at the beginning of the address"),
        ("mailto:a@b,%20-c@d", "- at the beginning of the address"),
        ("mailto:a@b%2c-c@d", "- at the beginning of the address"),
        ("mailto://a'b/", "' in the address"),
        ("mailto:?to=a'b", "' in 'to'"),
        ("mailto:?TO=-a", "- at the beginning of 'to'"),
        ("mailto:a?%63c=a%27b", "' in 'cc'"),
        ("mailto:a?amp;bcc=a%3Db", "= in 'bcc'"),
        ("mailto:a?subject=b%0D%0ABcc:%20c@d", "a line break in 'subject'"),
        ("mailto:a?subject=b%0Dc", "a line break in 'subject'"),
        ("mailto:a?In-Reply-To=b%0Ac", "a line break in 'in-reply-to'"),
        ("mailto:a?='", "' in another field"),
        ("mailto:a?=b,c", ", in another field"),
    ])
    func `bans what could be an option or another field`(text: String, reason: String) throws {
        let url = try CallbackURL(text)
        #expect(url.ban == "mailto: with \(reason) is never opened as a callback")
        #expect(url.fault == "mailto: with \(reason) is never opened")
    }

    @Test(arguments: [
        "mailto:?attach=a'b", "mailto:?attach=/a%27%2Cattachment=%27/b", "mailto:?attach=/a,/b", "mailto:a'b?x=1",
        "mailto:a'b#c",
    ])
    func `not even the author of a route opens such a mail`(text: String) throws {
        let url = try CallbackURL(text)
        #expect(url.ban != nil && url.fault != nil)
    }

    @Test(arguments: ["mailtox:a'b?subject=c,d", "sms:-1?body=a'b", "notes:///a?to=b'c"])
    func `leaves other URLs unchanged`(text: String) throws {
        #expect(try CallbackURL(text).openedText == text)
        #expect(try CallbackURL(text).fault == nil)
    }

    @Test func `output is encoded, and is judged as the caller's fields are`() throws {
        func opened(_ name: String, _ value: String) throws -> (text: String, ban: String?) {
            let callback = try CallbackURL("mailto:a@b?body=it's")
            let text = Outcome.success(.object([.init(name, .string(value))])).url(of: callback, isOwn: false)
            return (CallbackURL.opened(text), callback.ban(appended: text))
        }
        let subject = try opened("subject", "x,attachment='file:///c'")
        #expect(subject.text == "mailto:a@b?body=it%27s&subject=x%2Cattachment%3D%27file%3A%2F%2F%2Fc%27")
        #expect(subject.ban == nil)
        #expect(try opened("cc", "c@d',attachment='e").ban != nil)
        #expect(try opened("subject", "c\nd").ban != nil)
        let addresses = try opened("cc", "c@d, e@f")
        #expect(addresses.ban == nil)
        #expect(addresses.text == "mailto:a@b?body=it%27s&cc=c%40d%2C%20e%40f")
    }
}
