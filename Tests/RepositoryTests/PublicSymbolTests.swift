import Foundation
import TestSupport
import Testing

/// The public declarations of the library products, compared with the stored lists: users compile against them, so a
/// change of one is made knowingly.
struct PublicSymbolTests {
    private struct Graph: Decodable {
        let symbols: [Symbol]
        let relationships: [Relationship]
    }

    private struct Symbol: Decodable {
        struct Name: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }

        let identifier: Name
        let pathComponents: [String]
        let declarationFragments: [Fragment]
    }

    private struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }

    /// What the compiler adds to each type by itself.
    private static let implied: Set = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]

    /// One line for each declaration and each conformance, sorted.
    private static func lines(of module: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let extraction = Process()
        extraction.executableURL = URL(filePath: "/usr/bin/env")
        extraction.arguments = [
            "bash", "\(Repository.root)/.ci/parts/symbols", try SwiftCompiler.builtFolder(), folder.path, module,
        ]
        try extraction.run()
        extraction.waitUntilExit()
        try #require(extraction.terminationStatus == 0)
        var lines: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
            var names: [String: String] = [:]
            for symbol in graph.symbols {
                let name = symbol.pathComponents.joined(separator: ".")
                names[symbol.identifier.precise] = name
                lines.insert("\(name): \(symbol.declarationFragments.map(\.spelling).joined())")
            }
            for relationship in graph.relationships where relationship.kind == "conformsTo" {
                let target = relationship.targetFallback ?? names[relationship.target] ?? relationship.target
                guard let name = names[relationship.source], !implied.contains(target) else { continue }
                lines.insert("\(name) conforms to \(target)")
            }
        }
        return lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.sorted()
    }

    /// `XCALLBACK_RECORD_SYMBOLS=1` writes the lists instead of comparing them.
    @Test(arguments: ["QueryCoding", "XCallbackURL", "URLSchemeRouter", "DispatcherService"])
    func `the public declarations are the stored ones`(module: String) throws {
        let path = "Tests/RepositoryTests/PublicSymbols/\(module).txt"
        let lines = try Self.lines(of: module)
        if ProcessInfo.processInfo.environment["XCALLBACK_RECORD_SYMBOLS"] != nil {
            try "\(lines.joined(separator: "\n"))\n".write(
                toFile: "\(Repository.root)/\(path)", atomically: true, encoding: .utf8)
        }
        let stored = try Repository.text(path).split(separator: "\n").map(String.init)
        let change = lines.difference(from: stored).map { step in
            switch step {
            case .insert(_, let line, _): "+ \(line)"
            case .remove(_, let line, _): "- \(line)"
            }
        }
        #expect(
            change.isEmpty,
            """
            \(change.joined(separator: "\n"))
            If the change is meant: XCALLBACK_RECORD_SYMBOLS=1 swift test --filter PublicSymbolTests
            """)
    }
}
