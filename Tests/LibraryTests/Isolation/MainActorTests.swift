import Dispatch
import FoundationEssentials
import Synchronization
import Testing
import URLSchemeRouter

/// Handlers of the main actor.
@MainActor
struct MainActorTests {
    private struct Number: Codable { let n: Int }

    /// A router whose closures belong to the main actor.
    private func makeRouter() -> (URLSchemeRouter, MainActorLog) {
        let log = MainActorLog()
        let router = URLSchemeRouter(scheme: "test") { error in log.add("error \(error)") }
        router.openURL = { url in log.add("open \(url.absoluteString)") }
        return (router, log)
    }

    /// Handles URLs on a thread that belongs to no actor, which this one waits for.
    private func handleElsewhere(_ texts: [String], with router: URLSchemeRouter) -> [Bool] {
        let results = Mutex<[Bool]>([])
        let end = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            for text in texts {
                let result = router.handle(text)
                results.withLock { $0.append(result) }
            }
            end.signal()
        }
        end.wait()
        return results.withLock(\.self)
    }

    @Test func `have run, and their callback is open, when handle returns`() throws {
        let (router, log) = makeRouter()
        router.route("/double") { (number: Number) in
            log.add("double")
            return Number(n: number.n * 2)
        }
        #expect(router.handle("test:///double?n=2&x-success=s%3As"))
        #expect(router.handle("test:///double?n=two"))
        let url = try #require(URL(string: "test:///double?n=3"))
        #expect([url].map(router.handle) == [true])
        #expect(
            log.lines == ["double", "open s:s?n=4", "error Value for parameter \"n\" has incorrect type.", "double"])
    }

    /// A view model hands its URLs to such a function.
    private nonisolated func handlePlainly(_ text: String, with router: URLSchemeRouter) -> Bool { router.handle(text) }

    @Test func `have run when code outside of actors handles a URL on the main queue`() {
        let (router, log) = makeRouter()
        router.route("/mark") { log.add("mark") }
        #expect(handlePlainly("test:///mark", with: router))
        #expect(log.lines == ["mark"])
    }

    @Test func `run later and in order for URLs of another thread`() async {
        let (router, log) = makeRouter()
        router.route("/n/{n}") { (number: Number) in log.add("\(number.n)") }
        #expect(
            handleElsewhere((0..<500).map { "test:///n/\($0)" }, with: router) == Array(repeating: true, count: 500))
        #expect(log.lines.isEmpty)
        await log.wait(for: 500)
        #expect(log.lines == (0..<500).map { "\($0)" })
    }

    @Test func `leave a URL of another thread to the next route on the main actor`() async {
        let (router, log) = makeRouter()
        router.route("/a/b") {
            log.add("first")
            throw Declined()
        }
        router.route("/a/{name}", name: "second", Self.nextRoute)
        router.route("/{x}/{y}") { log.add("third") }
        #expect(
            handleElsewhere(["test:///a/b?x-success=s%3As", "test:///none?x-error=e%3Ae"], with: router) == [
                true, false,
            ])
        await log.wait(for: 4)
        let error = "open e:e?errorCode=404&errorMessage=no%20route%20for%20test%3A%2F%2F%2Fnone"
        #expect(log.lines == ["first", "third", "open s:s", error])
    }

    @Sendable private nonisolated static func nextRoute() throws { throw Declined() }

    @Test func `that are asynchronous run on the main actor with their input and output`() async throws {
        let (router, log) = makeRouter()
        router.route("/wait") { (number: Number) in
            log.add("before")
            await Task.yield()
            log.add("after")
            return number
        }
        #expect(router.handle("test:///wait?n=1&x-success=s%3As"))
        #expect(log.lines.isEmpty)
        await log.wait(for: 3)
        #expect(log.lines == ["before", "after", "open s:s?n=1"])
    }

    @Test func `have run, and their callback is open, when respond returns`() async throws {
        let (router, log) = makeRouter()
        router.route("/mark") { log.add("mark") }
        router.route("/fail") { throw Declined() }
        let urls = ["test:///mark?x-success=s%3As", "test:///fail"].compactMap { URL(string: $0) }
        let outcomes = await Task.detached { [await router.respond(to: urls[0]), await router.respond(to: urls[1])] }
            .value
        #expect(outcomes[0] == .success)
        #expect(log.lines.prefix(2) == ["mark", "open s:s"])
        #expect(log.lines.count == 3)
    }

    @Test func `have run after the middleware of the main actor`() async {
        let (router, log) = makeRouter()
        router.use { request in
            log.add("decide")
            return .proceed(request)
        }
        router.present { _ in
            log.add("present")
            return .ready
        }
        router.route("/mark") { log.add("mark") }
        #expect(router.handle("test:///mark"))
        #expect(log.lines == ["decide", "present", "mark"])
        #expect(handleElsewhere(["test:///mark"], with: router) == [true])
        #expect(log.lines.count == 3)
        await log.wait(for: 6)
        #expect(log.lines.suffix(3) == ["decide", "present", "mark"])
    }

    @Test func `decode and encode a type whose conformance is isolated on the main actor`() async throws {
        let log = MainActorLog()
        let router = URLSchemeRouter(scheme: "test")
        router.openURL = { _ in log.add("open") }
        router.route("/echo") { (note: MainActorNote) in
            log.add("handle")
            return note
        }
        router.route("/wait") { (note: MainActorNote) async in
            log.add("wait")
            return note
        }
        router.route("/side") { @SideActor (note: MainActorNote) -> MainActorNote in
            SideActor.shared.assertIsolated()
            return note
        }
        // The description runs `init(from:)`, so it was made before.
        let described = await Task.detached { router.routes.map { $0.input.fields.map(\.name) } }.value
        #expect(described == [["title"], ["title"], ["title"]])

        MainActorLog.coding = log
        defer { MainActorLog.coding = nil }
        #expect(router.handle("test:///echo?title=a&x-success=s%3As"))
        #expect(log.lines == ["decode", "handle", "encode", "open"])
        #expect(router.handle("test:///wait?title=a&x-success=s%3As"))
        await log.wait(for: 8)
        #expect(log.lines.suffix(4) == ["decode", "wait", "encode", "open"])
        #expect(router.handle("test:///side?title=a&x-success=s%3As"))
        await log.wait(for: 11)
        #expect(log.lines.suffix(3) == ["decode", "encode", "open"])
    }

    @Test func `free their owner, which they hold weakly`() {
        @MainActor final class Model {
            let router: URLSchemeRouter
            let log: MainActorLog

            init(_ log: MainActorLog) {
                self.log = log
                router = URLSchemeRouter(scheme: "test")
                router.onOpenURL { [weak self] _ in self?.log.add("open") }
                router.route("/mark") { [weak self] in self?.log.add("mark") }
            }
        }
        let log = MainActorLog()
        var model: Model? = Model(log)
        weak let observed = model
        let router = model?.router
        #expect(router?.handle("test:///mark?x-success=s%3As") == true)
        model = nil
        #expect(observed == nil)
        #expect(router?.handle("test:///mark?x-success=s%3As") == true)
        #expect(log.lines == ["mark", "open"])
    }
}
