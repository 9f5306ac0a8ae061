import TestSupport

/// Makes the choices of a run: by a seed, or as another run made them. A run is the list of its choices, so it can be
/// repeated and made shorter.
struct Chooser {
    /// What is chosen. A run that leaves out a choice of one kind has the same choices of the others.
    enum Kind: Hashable {
        case world
        /// What a caller sends, by the number of the request.
        case request(Int)
        /// What becomes of the commands and openers of a life.
        case outcome(String)
        /// Which of the things that can happen is next.
        case order
        /// Kills, cancels, early timers and other rare events.
        case rare
    }

    /// The choices of a run.
    struct Run: Hashable {
        var choices: [Kind: [UInt16]] = [:]
        /// The numbers of the requests that are not sent.
        var leftOut: Set<Int> = []

        /// How many of its choices are not the calmest.
        var busyCount: Int { choices.values.reduce(0) { $0 + $1.count { $0 != 0 } } }
    }

    private var generator: SeededGenerator?
    private let repeated: Run
    /// The choices that were made; nil if nobody reads them.
    private(set) var made: Run?
    var kind = Kind.world
    /// The order of the first events; nil if it is chosen as all else.
    private(set) var order: Order?

    init(seed: UInt64, isRecorded: Bool = false) {
        generator = SeededGenerator(seed: seed)
        repeated = Run()
        made = isRecorded ? Run() : nil
    }

    /// Repeats choices; after the last one of a kind, each is the first of its kind.
    /// - Parameter seed: Makes the choices of a kind that the run does not have.
    init(repeating run: Run, seed: UInt64? = nil, in order: Order? = nil) {
        self.order = order
        generator = seed.map { SeededGenerator(seed: $0) }
        repeated = run
        made = Run(leftOut: run.leftOut)
    }

    /// Chooses one of so many: from 0, the calmest.
    mutating func choose(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        if kind == .order, order != nil { return order?.choose(count) ?? 0 }
        let choice = Int(next() % UInt64(count))
        made?.choices[kind, default: []].append(UInt16(choice))
        return choice
    }

    private mutating func next() -> UInt64 {
        guard let known = repeated.choices[kind] else { return generator?.next() ?? 0 }
        let position = made?.choices[kind]?.count ?? 0
        return position < known.count ? UInt64(known[position]) : 0
    }

    /// Chooses one of some values.
    mutating func choose<Value>(of values: [Value]) -> Value { values[choose(values.count)] }

    /// Whether something happens that happens so often in a hundred times.
    mutating func happens(_ percent: Int) -> Bool { choose(100) >= 100 - percent }

    /// Whether the request of a number is not sent.
    func leavesOut(_ number: Int) -> Bool { repeated.leftOut.contains(number) }
}
