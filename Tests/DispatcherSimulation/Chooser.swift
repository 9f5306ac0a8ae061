import TestSupport

/// Makes the choices of a run: by a seed, or as another run made them. A run is the list of its choices, so it can be
/// repeated and made shorter.
struct Chooser {
    private var generator: SeededGenerator?
    private(set) var choices: [UInt16]
    private var position = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        choices = []
    }

    /// Repeats choices; after the last one, each is the first of its kind.
    init(repeating choices: [UInt16]) {
        generator = nil
        self.choices = choices
    }

    /// Chooses one of so many: from 0, the calmest.
    mutating func choose(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        defer { position += 1 }
        guard generator != nil else { return position < choices.count ? Int(choices[position]) % count : 0 }
        let choice = Int((generator?.next() ?? 0) % UInt64(count))
        choices.append(UInt16(choice))
        return choice
    }

    /// Chooses one of some values.
    mutating func choose<Value>(of values: [Value]) -> Value { values[choose(values.count)] }

    /// Whether something happens that happens so often in a hundred times.
    mutating func happens(_ percent: Int) -> Bool { choose(100) >= 100 - percent }
}
