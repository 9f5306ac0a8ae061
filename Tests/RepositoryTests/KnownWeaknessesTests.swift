import TestSupport
import Testing

/// The page of known weaknesses, which names a test for each.
struct KnownWeaknessesTests {
    private static let page = "Sources/DispatcherService/DispatcherService.docc/KnownWeaknesses.md"

    @Test func `each row names a weakness and tests that exist`() throws {
        let rows = try Repository.text(Self.page).split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count > 10)
        let suites = Repository.swiftFiles("Tests")
        // These suites run the sections of tables.
        let tables = ["agents", "door", "records"].map { "Tests/DispatcherScenarios/Cases/\($0).txt" }
        let sections = try tables.map { "\n" + (try Repository.text($0)) }.joined()
        for row in rows {
            let cited = row.matches(of: /`(\w+Tests)`: "([^"]+)"/)
            #expect(!cited.isEmpty, "\(row)")
            for test in cited {
                let files = suites.filter { $0.hasSuffix("/\(test.output.1).swift") }
                let exists =
                    ["CaseTests", "KeyTests"].contains(test.output.1)
                    ? sections.contains("\n## \(test.output.2)")
                    : try files.contains { try Repository.text($0).contains("func `\(test.output.2)`") }
                #expect(exists, "\(test.output.0)")
            }
        }
    }
}
