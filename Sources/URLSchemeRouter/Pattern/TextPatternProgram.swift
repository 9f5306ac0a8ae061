/// A regular expression compiled to states (Thompson's construction), which a match follows in parallel (Pike's VM).
struct TextPatternProgram: Sendable {
    private enum Instruction: Sendable {
        /// Consumes a scalar of the set with this index, and continues with the next instruction.
        case scalar(Int)
        /// Continues with both instructions without consuming a scalar.
        case split(Int, Int)
        case jump(Int)
        case end
    }

    private var instructions: [Instruction] = []
    private var sets: [ScalarSet] = []

    init(_ node: TextPatternNode) {
        append(node)
        instructions.append(.end)
    }

    private mutating func append(_ node: TextPatternNode) {
        switch node {
        case .scalar(let set):
            instructions.append(.scalar(sets.count))
            sets.append(set)
        case .sequence(let parts): for part in parts { append(part) }
        case .choice(let parts): append(choice: parts)
        case .repeated(let part, let minimum, let maximum?):
            for _ in 0..<minimum { append(part) }
            append(part, atMost: maximum - minimum)
        case .repeated(let part, 0, nil):
            let start = reserve()
            append(part)
            instructions.append(.jump(start))
            instructions[start] = .split(start + 1, instructions.count)
        case .repeated(let part, let minimum, nil):
            var start = instructions.count
            for _ in 0..<minimum {
                start = instructions.count
                append(part)
            }
            instructions.append(.split(start, instructions.count + 1))
        }
    }

    private mutating func append(choice parts: [TextPatternNode]) {
        var jumps: [Int] = []
        for part in parts.dropLast() {
            let start = reserve()
            append(part)
            jumps.append(reserve())
            instructions[start] = .split(start + 1, instructions.count)
        }
        if let last = parts.last { append(last) }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func append(_ part: TextPatternNode, atMost count: Int) {
        var starts: [Int] = []
        for _ in 0..<count {
            starts.append(reserve())
            append(part)
        }
        for start in starts { instructions[start] = .split(start + 1, instructions.count) }
    }

    /// Appends a placeholder for an instruction whose target is not yet known, and returns its index.
    private mutating func reserve() -> Int {
        instructions.append(.end)
        return instructions.count - 1
    }

    func matches(_ text: String) -> Bool { end(in: text) { $0 == text.endIndex } != nil }

    /// Returns the first index for which `isPlace` is true and the text up to it matches.
    func end(in text: String, where isPlace: (String.Index) -> Bool) -> String.Index? {
        var front = Front(lastReached: Array(repeating: -1, count: instructions.count))
        var states: [Int] = []
        follow(0, &front)
        var index = text.startIndex
        while true {
            // No array is made for each scalar: the text may be long.
            swap(&states, &front.states)
            front.states.removeAll(keepingCapacity: true)
            front.position += 1
            if isPlace(index), states.contains(instructions.count - 1) { return index }
            guard !states.isEmpty, index < text.endIndex else { return nil }
            let scalar = text.unicodeScalars[index]
            for state in states {
                if case .scalar(let set) = instructions[state], sets[set].contains(scalar) { follow(state + 1, &front) }
            }
            index = text.unicodeScalars.index(after: index)
        }
    }

    /// The states reached at a position of the text.
    private struct Front {
        /// The reached states that consume a scalar or are the end.
        var states: [Int] = []
        /// The states still to be followed.
        var pending: [Int] = []
        /// The number of scalars before this position.
        var position = 0
        /// The last position at which each state was reached.
        var lastReached: [Int]
    }

    private func follow(_ state: Int, _ front: inout Front) {
        front.pending.append(state)
        while let state = front.pending.popLast() {
            guard front.lastReached[state] < front.position else { continue }
            front.lastReached[state] = front.position
            switch instructions[state] {
            case .scalar, .end: front.states.append(state)
            case .jump(let target): front.pending.append(target)
            case .split(let first, let second): front.pending += [first, second]
            }
        }
    }
}
