import DispatcherConfiguration
import DispatcherRequests
import Glibc
import Synchronization
import TestSupport

@testable import DispatcherService

/// The routes and limits of a run. The mixtures vary: a mistake that needs full queues is found with small limits, and
/// a mistake that needs many requests at once is found with large limits.
struct ModelRoutes: Sendable {
    /// The action of a route.
    enum Action: Sendable {
        case command
        /// Opens a URL of an app.
        case open
        /// Opens a URL of our own, and takes over its outcome.
        case forward(Int)
        case redirect(Int)
        /// A closure of the program that runs on the thread that read the URL.
        case closure
        /// A closure that waits.
        case asyncClosure
    }

    struct Route: Sendable {
        let action: Action
        /// Whether a click needs the user's consent.
        var asks = false
        var isSecret = false
        var hasToken = false
        /// The apps whose URLs the route may open; nil for all apps.
        var apps: Set<Int>?
        var concurrency: Int?
        var burst: Int?

        var isClosure: Bool {
            switch action {
            case .closure, .asyncClosure: true
            default: false
            }
        }
    }

    static let scheme = "sim"
    static let appCount = 3
    static let token = "good"
    /// A text that is part of every secret and must not be in any row.
    static let secretMark = "S3CRET"

    let routes: [Route]
    let running: Int
    let waiting: Int
    let configuration: Configuration
    let compiled: [CompiledRoute]

    /// The number of mixtures.
    static let count = 64
    private static let made = Mutex<[Int: ModelRoutes]>([:])

    /// Returns the mixture with a number, which is made once.
    static func mixture(_ number: Int) throws -> ModelRoutes {
        try made.withLock { made in
            if let mixture = made[number] { return mixture }
            let mixture = try ModelRoutes(seed: UInt64(number))
            made[number] = mixture
            return mixture
        }
    }

    private init(seed: UInt64) throws {
        var chooser = Chooser(seed: seed)
        let count = 4 + chooser.choose(6)
        let share = chooser.choose(3)
        let routes = (0..<count).map { Self.route($0, of: count, commands: share, &chooser) }
        self.routes = routes
        running = 1 + chooser.choose(3)
        waiting = [20, 10, 5, 2][chooser.choose(4)]
        let isNarrow = chooser.happens(50)
        let folder = try TemporaryFolder()
        for name in ["routes.d", "bin"] { try folder.makeFolder(name) }
        try folder.write(
            """
            opener: [/bin/true]
            prompt: [/bin/true, dialog]
            notifications: false
            callbacks: {allow: \(isNarrow ? "any" : "[app0, app1, app2]")}
            limits: {running: \(running), waiting: \(waiting)}
            """, to: "config.yaml")
        // A request that waits for the availability command has a row before it is redirected to a closure.
        let isRedirectedToClosure = routes.contains {
            if case .redirect(let next) = $0.action { routes[next].isClosure } else { false }
        }
        let isAvailable = chooser.happens(isRedirectedToClosure ? 20 : 70)
        let lines = routes.enumerated().filter { !$1.isClosure }.map { "  - {\(Self.yaml($1, $0, routes))}" }
        try folder.write(
            """
            schemes: [\(Self.scheme)]
            desktop: allow
            \(isAvailable ? "" : "available-when: [/bin/true, available]")
            routes:
            \(lines.joined(separator: "\n"))
            """, to: "routes.d/sim.yaml")
        try folder.write("\(Self.token)\n", to: "routes.d/token")
        chmod("\(folder.path)/routes.d/token", 0o600)
        try folder.write("", to: "bin/loginctl")
        chmod("\(folder.path)/bin/loginctl", 0o700)
        let loaded = Configuration.load(ConfigurationFolder(path: folder.path))
        guard loaded.mistakes.isEmpty else { throw Failure("\(loaded.mistakes)") }
        configuration = loaded
        self.folder = folder
        compiled = try routes.enumerated().filter(\.element.isClosure).map { try Self.closure($1, $0) }
    }

    /// The folder of the files, which exist as long as their mixture.
    private let folder: TemporaryFolder
    /// The folder of loginctl(1), which the daemon only looks for.
    var programs: String { "\(folder.path)/bin" }

    private static func route(_ index: Int, of count: Int, commands: Int, _ chooser: inout Chooser) -> Route {
        let later = index + 1 < count ? index + 1 + chooser.choose(count - index - 1) : nil
        var route: Route
        switch chooser.choose(8 + 6 * commands) {
        case 0: route = Route(action: .open)
        case 1: route = Route(action: .closure)
        case 2: route = Route(action: .asyncClosure)
        case 3, 4: route = Route(action: later.map { .forward($0) } ?? .closure)
        // After a redirect, a closure may run for a request that already has a row.
        case 5, 6: route = Route(action: later.map { .redirect(chooser.happens(25) ? count - 1 : $0) } ?? .closure)
        default: route = Route(action: .command)
        }
        guard !route.isClosure else { return route }
        route.asks = chooser.happens(35)
        if case .command = route.action {
            route.isSecret = chooser.happens(40)
            if chooser.happens(25) { route.concurrency = 1 }
        }
        route.hasToken = chooser.happens(10)
        // A request that was redirected to a more restrictive route must keep the restriction after a restart.
        if chooser.happens(40) { route.apps = Set((0..<appCount).filter { _ in chooser.happens(50) }) }
        if chooser.happens(20) { route.burst = 1 + chooser.choose(3) }
        return route
    }

    private static func yaml(_ route: Route, _ index: Int, _ routes: [Route]) -> String {
        var parts = ["name: r\(index)", "path: /r\(index)"]
        let secret = route.isSecret ? ", pass: {type: line, secret: true}" : ""
        parts.append("input: {n: line\(secret)}")
        switch route.action {
        case .command:
            parts.append("run: [/bin/true, run, \"\(index)\", $n\(route.isSecret ? ", $pass" : "")], output: text")
        case .open: parts.append("open: \"app1://opened?n=$n&k=open\"")
        case .forward(let next):
            let callback = Self.encoded("app2://cb?n=")
            let callbacks = ["success", "error", "cancel"].map { kind in
                "&x-\(kind)=\(callback)${n}o\(Self.encoded("&k=\(kind)"))"
            }
            parts.append("open: \"\(Self.target(next, "${n}o", routes))\(callbacks.joined())\"")
        case .redirect(let next): parts.append("redirect: \"\(Self.target(next, "$n", routes))\"")
        case .closure, .asyncClosure: break
        }
        if route.asks { parts.append("desktop: ask") }
        if route.hasToken { parts.append("token: {file: token}") }
        if let apps = route.apps {
            parts.append("callbacks: {allow: [\(apps.sorted().map { "app\($0)" }.joined(separator: ", "))]}")
        }
        if let concurrency = route.concurrency { parts.append("concurrency: \(concurrency)") }
        if let burst = route.burst { parts.append("rate: {per-second: 1, burst: \(burst)}") }
        return parts.joined(separator: ", ")
    }

    /// Returns the URL of another route.
    private static func target(_ index: Int, _ name: String, _ routes: [Route]) -> String {
        url(of: index, name, routes[index], secret: "\(secretMark)\(index)t")
    }

    /// Returns a URL of a route for a life, without callbacks.
    static func url(of index: Int, _ name: String, _ route: Route, secret: String) -> String {
        "\(scheme):///r\(index)?n=\(name)" + (route.isSecret ? "&pass=\(secret)" : "")
            + (route.hasToken ? "&x-token=\(token)" : "")
    }

    /// Encodes a text as a value in a URL.
    static func encoded(_ text: String) -> String { PercentCoding.encode(text) }

    private struct Input: Decodable, Sendable {
        var n: String
    }

    private static func closure(_ route: Route, _ index: Int) throws -> CompiledRoute {
        let scope = Scope.scheme("sim")
        if case .closure = route.action {
            let handler = RouteHandler { (input: Input) throws -> String in
                ModelWorld.current?.runsClosure(of: input.n)
                return "done \(input.n)"
            }
            return try CompiledRoute(
                "/r\(index)", in: [scope], name: "sim.r\(index)", isImmediate: true, handler: handler)
        }
        let handler = RouteHandler { (input: Input) async throws -> String in
            ModelWorld.current?.runsClosure(of: input.n)
            await Task.yield()
            return "done \(input.n)"
        }
        return try CompiledRoute("/r\(index)", in: [scope], name: "sim.r\(index)", handler: handler)
    }
}
