import DispatcherConfiguration
import DispatcherService
import Foundation
import RequestRecord
import TestSupport
import Testing

private enum Memod {
    struct Memo: Codable, Sendable {
        let title: String
    }

    actor Memos {
        private var titles: [String] = []

        func add(_ memo: Memo) -> Int {
            titles.append(memo.title)
            return titles.count
        }
    }

    static func makeRouter(_ memos: Memos) -> URLSchemeRouter {
        let router = URLSchemeRouter(scheme: "memo")
        router.route("/create", name: "create") { (memo: Memo) in ["id": await memos.add(memo)] }
        router.route("/version", name: "version") { "1.0" }
        router.use(ParameterStripping(["utm_*"]))
        return router
    }

    static func daemon(
        in sockets: String, _ configuration: String, _ state: String, _ logger: Logger
    ) throws -> DispatcherDaemon {
        let daemon = try DispatcherDaemon(
            router: makeRouter(Memos()), socketDirectory: sockets, files: .folder(configuration), stateDirectory: state,
            logger: logger)
        return daemon
    }
}

/// The samples of the article "Embedding the daemon".
@Suite(.timeLimit(.minutes(5)))
struct EmbeddingTheDaemonTests {
    private func outcomes(_ urls: [String], _ door: Door, _ daemon: EmbeddedDaemon) async throws -> [QueryValue?] {
        try await daemon.replies(to: urls, door: door).map { $0["output"] ?? $0["error"]?["code"] }
    }

    @Test func `the program builds as it is written, with one import`() throws {
        let source = "\(Repository.root)/Tests/DispatcherServiceTests/Articles/Memod.swift"
        let strict = ["-enable-upcoming-feature", "MemberImportVisibility"]
        #expect(try SwiftCompiler.messages(source, ["-swift-version", "6"] + strict) == "")
        // The manifest needs no other product, and names one that the package has.
        let article = try Repository.text("Sources/DispatcherService/DispatcherService.docc/EmbeddingTheDaemon.md")
        let products = article.matches(of: /\.product\(name: "(\w+)", package: "(\w+)"\)/).map { "\($0.1) \($0.2)" }
        #expect(products == ["DispatcherService xcallbackd"])
        #expect(try Repository.text("Package.swift").contains(".library(name: \"DispatcherService\","))
    }

    @Test func `a program that is not told to reads no files`() async throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("config/xcallbackd/routes.d")
        try folder.write(
            "schemes: [desk]\nroutes: [{name: a, path: /a, run: [id]}]", to: "config/xcallbackd/routes.d/desk.yaml")
        let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/config"]
        let files = [DispatcherDaemon.Files.none, .user, .folder("\(folder.path)/config/xcallbackd")]
        let names = files.map { files in
            DispatcherDaemon.loader(of: files, environment: environment)().features.map(\.name)
        }
        #expect(names == [[], ["desk"], ["desk"]])
    }

    @Test func `a program serves its routes beside those of files, and clicks reach only these`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/routes.d", withIntermediateDirectories: true)
        let links = """
            schemes: [memo-link]
            desktop: allow
            routes:
              - {name: add, path: /add, input: {title: line}, redirect: "memo:///create?title=$title"}
              - {name: print, path: /print, input: {title: line}, run: [printf, "%s", $title], output: text}
            """
        try links.write(toFile: "\(folder.path)/routes.d/memo-links.yaml", atomically: true, encoding: .utf8)
        try await EmbeddedDaemon.with(in: folder) { sockets, logger in
            try Memod.daemon(in: sockets, folder.path, folder.path, logger)
        } _: { daemon in
            let urls = [
                "memo:///create?title=Hi&utm_source=x", "memo:///version", "memo-link:///add?title=Hi",
                "memo-link:///print?title=Hi",
            ]
            let sent = try await outcomes(urls, .control, daemon)
            #expect(sent == [["id": 1], ["result": "1.0"], ["id": 2], ["result": "Hi"]])
            let clicked = try await outcomes(urls, .desktop, daemon)
            #expect(clicked == [403, 403, 403, ["result": "Hi"]])
        }
    }

    @Test func `a route without a router`() async throws {
        let folder = try TemporaryFolder()
        let scheme = try #require(Scheme("memo"))
        try await EmbeddedDaemon.with(in: folder) { sockets, logger in
            let shout = try CompiledRoute(
                "/shout/{text}", in: [.scheme(scheme)], name: "shout", isImmediate: true,
                handler: RouteHandler { (input: [String: String]) in input["text", default: ""].uppercased() })
            return try DispatcherDaemon(
                routes: [shout], socketDirectory: sockets, files: .folder(folder.path), stateDirectory: folder.path,
                logger: logger)
        } _: { daemon in
            let sent = try await outcomes(["memo:///shout/hi"], .control, daemon)
            #expect(sent == [["result": "HI"]])
        }
    }
}
