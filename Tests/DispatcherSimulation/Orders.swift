/// Tries every order of the first events of two requests: tasks, rows, commands and openers, a kill and a cancel. A
/// seed determines the two requests, and the ends of their commands and openers.
struct Orders: Sendable {
    struct Failure: Sendable {
        let seed: UInt64
        let check: String
        let trace: [String]
    }

    private(set) var pairs = 0
    private(set) var orders = 0
    private(set) var events = 0
    private(set) var failure: Failure?

    /// Tries the pairs of this number of seeds, beginning with 0.
    /// - Parameter depth: The number of choices between events for which every option is tried. Each later choice is
    ///   the first option.
    static func make(pairs: Int, depth: Int, threads: Int) async throws -> Orders {
        let next = Report.NextSeed(0)
        return try await withThrowingTaskGroup(of: Orders.self) { group in
            for _ in 0..<threads {
                group.addTask {
                    try await Report.onThread {
                        var orders = Orders()
                        while case let seed = next.take(), seed < UInt64(pairs) {
                            try orders.tryAll(of: seed, depth: depth)
                        }
                        return orders
                    }
                }
            }
            return try await group.reduce(into: Orders()) { $0.add($1) }
        }
    }

    private mutating func tryAll(of seed: UInt64, depth: Int) throws {
        let world = try ModelWorld(Chooser(seed: seed, isRecorded: true))
        try world.run()
        var pair = world.chooser.made ?? Chooser.Run()
        pair.leftOut = Set(3...Shrinking.lastRequest)
        (pair.choices[.order], pair.choices[.rare]) = (nil, nil)
        pairs += 1
        var order: Chooser.Order? = Chooser.Order(depth: depth)
        while let next = order, failure == nil {
            let world = try ModelWorld(Chooser(repeating: pair, in: next))
            try world.run()
            orders += 1
            events += world.step
            order = world.chooser.order?.next()
            guard let check = world.failure else { continue }
            let traced = try ModelWorld(Chooser(repeating: pair, in: next), isTraced: true)
            try traced.run()
            failure = Failure(seed: seed, check: check, trace: traced.trace ?? [])
        }
    }

    private mutating func add(_ part: Orders) {
        pairs += part.pairs
        orders += part.orders
        events += part.events
        guard let found = part.failure, found.seed < failure?.seed ?? .max else { return }
        failure = found
    }
}

extension Chooser {
    /// An order of events, as the options of the first choices.
    struct Order {
        let depth: Int
        private var choices: [(choice: Int, count: Int)] = []
        private var position = 0

        init(depth: Int) { self.depth = depth }

        mutating func choose(_ count: Int) -> Int {
            guard position < depth else { return 0 }
            defer { position += 1 }
            if position == choices.count { choices.append((0, count)) }
            return choices[position].choice
        }

        /// Returns the order after this order, which has been run; nil after the last order.
        func next() -> Order? {
            var order = Order(depth: depth)
            order.choices = choices
            while let last = order.choices.popLast() {
                guard last.choice + 1 < last.count else { continue }
                order.choices.append((last.choice + 1, last.count))
                return order
            }
            return nil
        }
    }
}
