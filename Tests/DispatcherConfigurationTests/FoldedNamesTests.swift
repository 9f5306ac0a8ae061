import TestSupport
import Testing

@testable import DispatcherConfiguration

/// The names of secrets, and their comparison.
struct FoldedNamesTests {
    @Test(arguments: [
        ("access_token", true), ("Access-Token", true), ("accessToken", true), ("_ACCESS__TOKEN-", true),
        ("access_token2", false), ("access.token", false), ("access", false), ("", false), ("-", false),
        ("accessto\u{212A}en", false),  // the sign of Kelvin is no k
    ])
    func `names compare without case, hyphens and underscores`(name: String, isSecret: Bool) {
        #expect(FoldedNames.secrets.contains(name) == isSecret)
    }

    @Test(arguments: [
        ("token", true), ("token.0", true), ("token[]", true), ("user.Token", true), ("user[pass-word]", true),
        ("a[b][sid].0", true), ("user", false), ("tok.en", false), ("", false), (".[]", false),
    ])
    func `a part of a name counts, too`(name: String, isSecret: Bool) {
        #expect(FoldedNames.secrets.contains(partOf: name) == isSecret)
    }

    @Test(arguments: [
        ("?my_Access-Token=x", 3..<16), ("?api_key=x", 1..<8), ("title=x", nil), ("a=1&PWD-=2", 4..<7),
        ("my-Password", 2..<11),
    ])
    func `finds the first name in a text, and there the longest`(text: String, range: Range<Int>?) {
        #expect(FoldedNames.secrets.firstRange(in: Array(text.utf8)) == range)
    }

    @Test func `the manual has a source for each name`() throws {
        let page = try Repository.text("Sources/DispatcherService/DispatcherService.docc/SecretsAndFiles.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let names = rows.flatMap { row in
            let cells = row.split(separator: "|")
            #expect(cells.count == 2 && cells.last?.contains { $0.isLetter } == true, "\(row)")
            return cells[0].matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        #expect(names.sorted() == (FoldedNames.secretNames + ["code"]).sorted())
        #expect(Set(names).count == names.count)
    }
}
