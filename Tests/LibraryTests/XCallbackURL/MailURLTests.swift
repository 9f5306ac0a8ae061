import QueryCoding
import TestSupport
import Testing
import XCallbackURL

/// What a mail program gets of a `mailto:`.
struct MailURLTests {
    @Test(arguments: TextTable.rows("mails.txt", "Opened"))
    func `encodes all but unreserved characters of each value`(row: [String]) throws {
        let (url, opened) = (try CallbackURL(row[0]), row[1])
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

    @Test(arguments: TextTable.rows("mails.txt", "Banned"))
    func `bans what could be an option or another field`(row: [String]) throws {
        let (url, reason) = (try CallbackURL(row[0]), row[1])
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
