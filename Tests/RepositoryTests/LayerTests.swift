import Foundation
import TestSupport
import Testing

/// The direction of the modules: each imports only from lines above its own, few modules know a package, and lines 0 to
/// 2 nothing of Linux.
struct LayerTests {
    private static let lines: [[String]] = [
        ["CLinux"],
        ["QueryCoding", "UnixSystem"],
        ["XCallbackURL"],
        ["URLSchemeRouter"],
        ["RequestRecord", "DispatcherConfiguration", "DesktopEntries"],
        ["DispatcherMessages"],
        ["DispatcherJournal", "DispatcherClient", "DispatcherRequests", "DispatcherCommands", "ProgramHelp"],
        ["DispatcherService"],
        ["xcallbackd", "xcallback"],
    ]

    /// The modules from outside that each module may import. Each package has one or two users; the decisions have none.
    private static let outside: [String: Set<String>] = [
        "CLinux": [],
        "QueryCoding": ["Foundation", "FoundationEssentials"],
        "UnixSystem": ["Glibc"],
        "XCallbackURL": ["Foundation", "FoundationEssentials"],
        "URLSchemeRouter": ["Dispatch", "Foundation", "FoundationEssentials", "Synchronization"],
        "RequestRecord": [],
        "DispatcherMessages": [],
        "DispatcherConfiguration": ["Glibc", "SystemYAML"],
        "DesktopEntries": ["Glibc"],
        "DispatcherJournal": ["Glibc", "SystemSQLite"],
        "DispatcherClient": ["Glibc"],
        "DispatcherRequests": ["Synchronization"],
        "DispatcherCommands": ["Glibc", "Logging"],
        "ProgramHelp": [],
        "DispatcherService": [
            "FoundationEssentials", "Glibc", "Logging", "NIOCore", "NIOPosix", "ServiceLifecycle", "Synchronization",
            "UnixSignals",
        ],
        "xcallbackd": ["ArgumentParser", "FoundationEssentials", "Glibc", "Logging"],
        "xcallback": ["ArgumentParser", "Glibc"],
    ]

    private static func line(of module: String) -> Int? { lines.firstIndex { $0.contains(module) } }

    private static func imports(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { row in
            let words = row.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), index <= 2, index + 1 < words.count else { return nil }
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

    @Test(arguments: outside.keys.sorted())
    func `a module imports from outside what the list allows it, all of that`(module: String) throws {
        let texts = try Repository.swiftFiles("Sources/\(module)").map(Repository.text)
        let imported = Set(texts.flatMap(Self.imports)).filter { Self.line(of: $0) == nil }
        #expect(imported == Self.outside[module])
    }

    @Test func `both lists name the same modules`() { #expect(Set(Self.outside.keys) == Set(Self.lines.joined())) }

    @Test(
        arguments: ["QueryCoding", "XCallbackURL", "URLSchemeRouter"].flatMap { Repository.swiftFiles("Sources/\($0)") }
    )
    func `the libraries know nothing of Linux, and only the essentials of Foundation`(file: String) throws {
        let text = try Repository.text(file)
        #expect(!Self.imports(text).contains("UnixSystem"), "\(file)")
        // Foundation takes the place of FoundationEssentials where that does not exist, and nowhere else.
        let expected =
            text.contains("#if canImport(FoundationEssentials)") ? ["FoundationEssentials", "Foundation"] : []
        #expect(Self.imports(text).filter { $0.hasPrefix("Foundation") } == expected, "\(file)")
        #expect(!text.contains("os(Linux)"), "\(file) is written for Linux")
    }
}
