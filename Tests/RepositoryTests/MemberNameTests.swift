import TestSupport
import Testing

/// The names of the members of messages: DispatcherMessages has each once for each type, in its declaration.
struct MemberNameTests {
    @Test(arguments: Repository.swiftFiles("Sources/DispatcherMessages").filter { !$0.contains("/Manual/") })
    func `a name of a member is a literal in its declaration alone`(file: String) throws {
        let lines = try Repository.text(file).split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        let declared = lines.compactMap { try? /case \w+ = "([A-Za-z-]+)"/.firstMatch(in: $0)?.1 }
        let code = lines.filter { !$0.contains(/case \w+ = "/) }.joined(separator: "\n")
        for name in declared { #expect(!code.contains("\"\(name)\""), "'\(name)' in \(file)") }
        // A value is read by a name of its type, not by a text.
        #expect(!code.contains(/[\w)?]\["[A-Za-z-]+"\]|member\("|forKey: "/), "\(file)")
    }

    @Test func `the client and the command line read no member by a literal`() throws {
        let files = ["DispatcherClient", "xcallback"].flatMap { Repository.swiftFiles("Sources/\($0)") }
        #expect(files.count > 50)
        for file in files {
            // A subscript of a value, as in value["id"] or value?["id"]; an array of one text has nothing before it.
            let literal = try Repository.text(file).firstMatch(of: /[\w)\]?]\["[^"\n]*"\]|printer\.(member|name)\("/)
            #expect(literal == nil, "\(file): \(literal.map { "\($0.0)" } ?? "")")
        }
    }
}
