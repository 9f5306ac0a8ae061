import TestSupport

/// Makes the choices of a run, by a seed or by repeating another run. A run is the list of its choices, so it can be
/// repeated and shortened.
struct Chooser {
    /// The subject of a choice. If a choice of one kind is removed from a run, the choices of the other kinds stay the
    /// same.
    enum Kind: Hashable {
        case world
        /// The content of a caller's request, by the number of the request.
        case request(Int)
        /// The result of the commands and openers of a life.
        case outcome(String)
        /// The next event among all possible events.
        case order
        /// Kills, cancels, early timers and other rare events.
        case rare
    }

    /// The choices of a run.
    struct Run: Hashable {
        var choices: [Kind: [UInt16]] = [:]
        /// The numbers of the requests that are not sent.
        var leftOut: Set<Int> = []

        /// The number of choices that are not the calmest choice.
        var busyCount: Int { choices.values.reduce(0) { $0 + $1.count { $0 != 0 } } }
    }

    private var generator: SeededGenerator?
    private let repeated: Run
    /// The choices that were made; nil if they are not needed.
    private(set) var made: Run?
    var kind = Kind.world
    /// The order of the first events; nil if the order is chosen like everything else.
    private(set) var order: Order?

    init(seed: UInt64, isRecorded: Bool = false) {
        generator = SeededGenerator(seed: seed)
        repeated = Run()
        made = isRecorded ? Run() : nil
    }

    /// Repeats choices. After the last choice of a kind, each further choice is the calmest.
    /// - Parameter seed: The seed for the choices of a kind that the run does not have.
    init(repeating run: Run, seed: UInt64? = nil, in order: Order? = nil) {
        self.order = order
        generator = seed.map { SeededGenerator(seed: $0) }
        repeated = run
        made = Run(leftOut: run.leftOut)
    }

    /// Chooses a number below a count. The calmest choice is 0.
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

    /// Chooses one of several values.
    mutating func choose<Value>(of values: [Value]) -> Value { values[choose(values.count)] }

    /// Returns true in this percentage of all cases.
    mutating func happens(_ percent: Int) -> Bool { choose(100) >= 100 - percent }

    /// Returns whether the request with this number is not sent.
    func leavesOut(_ number: Int) -> Bool { repeated.leftOut.contains(number) }
}
