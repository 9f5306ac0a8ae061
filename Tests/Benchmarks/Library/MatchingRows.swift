import FoundationEssentials
@_spi(Internal) import HummingbirdRouter
import URLSchemeRouter

/// A URL to its route. Every second route has a parameter.
enum MatchingRows {
    /// A router with so many routes, and 256 URLs among them.
    private struct Routes {
        let router: URLSchemeRouter
        let urls: [XCallbackURL]
        let foundation: [URL]
        let missing: URL

        init(_ count: Int) throws {
            router = URLSchemeRouter(scheme: "bench")
            for index in 0..<count {
                let path = Self.path(index, "{id}")
                try router.add(path, handler: RouteHandler { use(index) })
            }
            let paths = (0..<256).map { Self.path($0 * 7919 % count, "7") }
            urls = try paths.map { try XCallbackURL("bench://\($0)") }
            foundation = paths.compactMap { URL(string: "bench://\($0)") }
            guard let missing = URL(string: "bench:///section7/itm7?x-error=otherapp%3A%2F%2Ffailed") else {
                throw Misuse(description: "no URL")
            }
            self.missing = missing
        }

        static func path(_ index: Int, _ parameter: String) -> String {
            "/section\(index % 40)/item\(index)" + (index % 2 == 0 ? "" : "/\(parameter)")
        }

        /// Matches the next of the URLs.
        func match(_ place: inout Int) {
            place = (place + 1) % urls.count
            use(router.canHandle(urls[place]))
        }
    }

    /// Against Hummingbird's router, which gets the path as one text.
    static func match(_ measurement: Measurement) throws -> [[Double]] {
        let routes = try Routes(10)
        let builder = RouterPathTrieBuilder<Int>()
        for index in 0..<10 { builder.addEntry(RouterPath(Routes.path(index, "{id}")), value: index) }
        let trie = builder.build()
        let paths = routes.foundation.map { $0.path }
        var (ours, theirs) = (0, 0)
        return measurement.compare {
            routes.match(&ours)
        } _: {
            theirs = (theirs + 1) % paths.count
            use(trie.resolve(paths[theirs]))
        }
    }

    static func matchMany(_ measurement: Measurement) throws -> [[Double]] {
        let (many, few) = (try Routes(100_000), try Routes(10))
        var (left, right) = (0, 0)
        return measurement.compare {
            many.match(&left)
        } _: {
            few.match(&right)
        }
    }

    /// By the number of routes: the number, and the nanoseconds of adding a route, of a match, of `handle`, of a link by
    /// name, and of `handle` for a URL without a route whose x-error tells the nearest path.
    static func routes(_ measurement: Measurement) throws -> [[Double]] {
        // What happens once does not count.
        use(try Routes(10))
        return try [10, 100, 1000, 10_000, 100_000].map { count in
            let clock = ContinuousClock()
            let start = clock.now
            let routes = try Routes(count)
            let adding = (clock.now - start) / .nanoseconds(1) / Double(count)
            var (matched, handled, linked) = (0, 0, 0)
            let match = measurement.time { routes.match(&matched) }
            let handle = measurement.time {
                handled = (handled + 1) % routes.foundation.count
                use(routes.router.handle(routes.foundation[handled]))
            }
            let link = try measurement.time {
                // The name of a route is its pattern; those of even numbers need no input.
                linked = (linked + 7918) % count
                use(try routes.router.link(to: Routes.path(linked, "")))
            }
            let miss = measurement.time { use(routes.router.handle(routes.missing)) }
            return [Double(count), adding, match, handle, link, miss]
        }
    }
}
