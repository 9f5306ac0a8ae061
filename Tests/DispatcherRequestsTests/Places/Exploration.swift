import Testing

/// Visits every state that steps lead to, each once, and checks all of them.
struct Exploration<State> {
    /// One thing that may happen.
    struct Step {
        let name: String
        /// Returns the state afterwards; nil if the step cannot happen now.
        let take: (State) throws -> State?
    }

    /// Equal values for states in which the same can happen.
    let key: (State) -> AnyHashable
    let steps: [Step]
    /// Returns what is wrong with a state; nil if nothing is.
    let fault: (State) -> String?

    /// - Returns: The number of states.
    func visit(from first: State) throws -> Int {
        var known: Set<AnyHashable> = [key(first)]
        var open: [(state: State, path: [String])] = [(first, [])]
        while let (state, path) = open.popLast() {
            if let fault = fault(state) {
                Issue.record("\(fault), after \(path.joined(separator: ", "))")
                break
            }
            for step in steps {
                guard let next = try step.take(state), known.insert(key(next)).inserted else { continue }
                open.append((next, path + [step.name]))
            }
        }
        return known.count
    }
}

extension Exploration where State: Hashable {
    init(_ steps: [Step], fault: @escaping (State) -> String?) {
        self.init(key: { AnyHashable($0) }, steps: steps, fault: fault)
    }
}
