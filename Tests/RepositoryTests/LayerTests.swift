import Foundation
import TestSupport
import Testing

/// The direction of the modules: each imports only from lines above its own, and lines 0 to 2 nothing of Linux.
struct LayerTests {
    private static let lines: [[String]] = [
        ["CLinux"],
        ["QueryCoding", "UnixSystem"],
        ["XCallbackURL"],
        ["URLSchemeRouter"],
        ["DispatcherMessages", "DispatcherConfiguration", "DesktopEntries"],
        ["DispatcherJournal", "DispatcherClient", "DispatcherRequests", "DispatcherCommands"],
        ["DispatcherService"],
        ["xcallbackd", "xcallback"],
    ]

    private static func line(of module: String) -> Int? { lines.firstIndex { $0.contains(module) } }

    private static func imports(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { row in
            let words = row.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), index <= 1, index + 1 < words.count else { return nil }
            return String(words[index + 1])
        }
    }

    @Test(arguments: Repository.swiftFiles("Sources"))
    func `imports come from lines above`(file: String) throws {
        let module = String(file.split(separator: "/")[1])
        let own = try #require(Self.line(of: module), "the order has no module \(module)")
        for imported in Self.imports(try Repository.text(file)) {
            guard let other = Self.line(of: imported) else { continue }
            #expect(other < own, "\(file) imports \(imported)")
        }
    }

    @Test(
        arguments: ["QueryCoding", "XCallbackURL", "URLSchemeRouter"].flatMap { Repository.swiftFiles("Sources/\($0)") }
    )
    func `the libraries stand on the toolchain alone`(file: String) throws {
        let text = try Repository.text(file)
        let allowed: Set = ["QueryCoding", "XCallbackURL", "FoundationEssentials", "Foundation", "Synchronization"]
        for imported in Self.imports(text) { #expect(allowed.contains(imported), "\(file) imports \(imported)") }
        // Foundation takes the place of FoundationEssentials where that does not exist, and nowhere else.
        let expected =
            text.contains("#if canImport(FoundationEssentials)") ? ["FoundationEssentials", "Foundation"] : []
        #expect(Self.imports(text).filter { $0.hasPrefix("Foundation") } == expected, "\(file)")
        #expect(!text.contains("os(Linux)"), "\(file) is written for Linux")
    }
}
