import DispatcherService

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

@main enum Memod {
    static func makeRouter(_ memos: Memos) -> URLSchemeRouter {
        let router = URLSchemeRouter(scheme: "memo")
        router.route("/create", name: "create") { (memo: Memo) in ["id": await memos.add(memo)] }
        router.route("/version", name: "version") { "1.0" }
        router.use(ParameterStripping(["utm_*"]))
        return router
    }

    static func main() async throws {
        let logger = Logger(label: "memod")
        let daemon = try DispatcherDaemon(router: makeRouter(Memos()), logger: logger)
        let group = ServiceGroup(services: [daemon], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await group.run()
    }
}
