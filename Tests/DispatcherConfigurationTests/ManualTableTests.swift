import DispatcherConfiguration
import TestSupport
import Testing

/// The table of keys in the manual's article about routes of files.
struct ManualTableTests {
    private static let article = "Sources/DispatcherService/DispatcherService.docc/RoutesOfFiles.md"

    private static func keys(_ heading: String) throws -> Set<String> {
        Set(try #require(KeyDefinition.manual.first { $0.heading == heading }).keys.map(\.name))
    }

    /// The texts in backquotes in the first column, each up to its colon.
    private static func rows() throws -> [[String]] {
        try Repository.text(article).split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            let cell = row.dropFirst(2).prefix { $0 != "|" }
            return cell.matches(of: /`([^`]*)`/).map { String($0.1.prefix { $0 != ":" }) }
        }
    }

    @Test func `the table has each key of a route, and no other`() throws {
        let named = Set(try Self.rows().flatMap(\.self))
        let keys = try Self.keys("KEYS OF A ROUTE")
        #expect(keys.subtracting(named).isEmpty)
        let others = named.subtracting(keys).filter { $0.allSatisfy { $0.isLetter || $0 == "-" } }
        #expect(others == ["tags", "body"], "these are inputs")
    }

    @Test func `the article names each key of a file`() throws {
        let text = try Repository.text(Self.article)
        for key in try Self.keys("KEYS OF A ROUTES FILE") {
            #expect(text.contains("`\(key)`") || text.contains("`\(key): "), "\(key)")
        }
    }
}
