import Foundation
import TestSupport
import Testing

/// Code of main-actor apps, held against the compiler in the modes of such apps. Warnings are errors.
struct LanguageModeTests {
    /// The compiler's messages, by the diagnostics of a whole compilation.
    private static func messages(_ source: String, _ mode: [String]) throws -> String {
        let modules = Bundle.module.bundleURL.deletingLastPathComponent().appending(path: "Modules").path
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments =
            ["swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-module-name", "App", "-I", modules]
            + ["-warnings-as-errors", "-swift-version"] + mode + [source]
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let data = try output.fileHandleForReading.readToEnd()
        compiler.waitUntilExit()
        let text = String(decoding: data ?? Data(), as: UTF8.self)
        return compiler.terminationStatus == 0 ? text : "\(text)swiftc failed"
    }

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
        #expect(try Self.messages(sample, mode) == "")
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
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "Race.swift")
        let text = """
            import URLSchemeRouter
            final class Counter { var count = 0 }
            func count(_ router: URLSchemeRouter) {
                let counter = Counter()
                \(line)
            }
            """
        try text.write(to: source, atomically: true, encoding: .utf8)
        let messages = try Self.messages(source.path, ["6"])
        #expect(messages.contains("capture of 'counter' with non-Sendable type 'Counter'"), "\(messages)")
    }
}
