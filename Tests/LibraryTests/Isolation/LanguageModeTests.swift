import Foundation
import TestSupport
import Testing

/// Code of main-actor apps, held against the compiler in the modes of such apps. Warnings are errors.
struct LanguageModeTests {
    private static let mainActor = ["-default-isolation", "MainActor"]
    private static let nonsending = ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]
    /// The other features that Xcode's "approachable concurrency" adds to Swift 5.
    private static let approachable = [
        "InferIsolatedConformances", "InferSendableFromCaptures", "GlobalActorIsolatedTypesUsability",
        "DisableOutwardActorInference",
    ].flatMap { ["-enable-upcoming-feature", $0] }

    @Test(arguments: [
        ["5"], ["6"],  // no default isolation
        ["5"] + mainActor, ["6"] + mainActor,
        ["5"] + mainActor + nonsending + approachable, ["6"] + mainActor + nonsending,
    ])
    func `a view model's handlers compile without a warning`(mode: [String]) throws {
        let sample = "\(Repository.root)/Tests/LibraryTests/Articles/MainActorApp.swift"
        #expect(try SwiftCompiler.messages(sample, ["-swift-version"] + mode) == "")
    }

    @Test(arguments: [
        "router.route(\"/count\") { counter.count += 1 }",
        "router.route(\"/count\") { (n: Int) in counter.count += n }",
        "router.route(\"/count\") { () async -> Int in counter.count }",
        "router.onOpenURL { _ in counter.count += 1 }",
        "router.feature(\"f\") { counter.count > 0 ? .available : .unavailable(because: \"\") }.route(\"/f\") {}",
        "router.use(RequestLog { _, _ in counter.count += 1 })",
        "router.use { request in counter.count > 0 ? .proceed(request) : .end(.cancel) }",
        "router.present { _ in counter.count > 0 ? .ready : .cancelled }",
        "_ = URLSchemeRouter(scheme: \"n\") { _ in counter.count += 1 }",
    ])
    func `a closure outside of actors cannot capture what is not Sendable`(line: String) throws {
        let messages = try Self.messages(
            """
            final class Counter { var count = 0 }
            func count(_ router: URLSchemeRouter) {
                let counter = Counter()
                \(line)
            }
            """)
        #expect(messages.contains("capture of 'counter' with non-Sendable type 'Counter'"), "\(messages)")
    }

    /// The compiler's messages about a source that imports the router.
    private static func messages(_ text: String) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write("import URLSchemeRouter\n\(text)", to: "App.swift")
        return try SwiftCompiler.messages("\(folder.path)/App.swift", ["-swift-version", "6"])
    }

    @Test(arguments: [
        "router.route(\"/a\") { _ = Plain() }", "router.route(\"/a\") { print(1) }",
        "router.route(\"/a\") {}", "router.route(\"/a\") { (n: Int) in }",
        "router.route(\"/a\") { throw CancellationError() }",
        "router.route(\"/a\") { [weak owner] in owner?.act() }",
        "router.route(\"/a\") { [weak owner] (n: Int) in owner?.act() }",
        "router.route(\"/a\") { [weak owner] (n: Int) async in owner?.act() }",
        "try router.add(\"/a\", handler: RouteHandler { [weak owner] in owner?.act() })",
        // With an output that is an optional.
        "router.route(\"/a\") { Int(\"7\") }",
    ])
    func `a closure without an output compiles without a warning`(line: String) throws {
        let messages = try Self.messages(
            """
            struct Plain: Sendable {}
            final class Owner: Sendable { func act() {} }
            func add(_ router: URLSchemeRouter, _ owner: Owner) async throws {
                \(line)
            }
            """)
        #expect(messages.isEmpty, "\(messages)")
    }
}
