import TestSupport

/// Shortens a failing run while the same check fails: first by leaving out requests, then by trying other orders of
/// events, and finally by replacing as many choices as possible with the calmest choice.
struct Shrinking {
    /// The maximum number of runs that are tried.
    private static let limit = 6000
    /// The number of other orders that are tried after a request was left out.
    private static let orders: UInt64 = 60

    /// The largest number of a request.
    static let lastRequest = 99

    private let check: String
    private var best: Chooser.Run
    private var steps: Int
    private var tries = 0

    /// Returns the shortest run that was found.
    static func shortest(of world: ModelWorld) throws -> Chooser.Run {
        guard let check = world.failure, let made = world.chooser.made else { return Chooser.Run() }
        var shrinking = Shrinking(check: kind(check), best: made, steps: world.step)
        while try shrinking.leaveOutRequests() {}
        for seed in 0..<10 * orders { _ = try shrinking.takesOtherOrder(shrinking.best, seed) }
        while try shrinking.calm() {}
        return shrinking.best
    }

    private init(check: String, best: Chooser.Run, steps: Int) {
        (self.check, self.best, self.steps) = (check, best, steps)
    }

    /// Leaves out one request after the other, the last request first. Returns false if no request can be left out.
    private mutating func leaveOutRequests() throws -> Bool {
        var isShorter = false
        for number in (1...Self.lastRequest).reversed() where best.choices[.request(number)] != nil {
            var run = best
            run.leftOut.insert(number)
            run.choices[.request(number)] = nil
            var isFound = try takes(run, isFewer: true)
            for seed in 0..<Self.orders where !isFound { isFound = try takesOtherOrder(run, seed, isFewer: true) }
            isShorter = isShorter || isFound
        }
        return isShorter
    }

    /// Makes parts of the choices of each kind the calmest, or leaves them out. Returns false if that changes nothing.
    private mutating func calm() throws -> Bool {
        let before = best
        for kind in best.choices.keys.sorted(by: { "\($0)" < "\($1)" }) {
            var length = best.choices[kind]?.count ?? 0
            while length > 0 {
                var start = 0
                while let choices = best.choices[kind], start < choices.count {
                    let part = start..<min(start + length, choices.count)
                    var shorter = best
                    shorter.choices[kind]?.removeSubrange(part)
                    if try takes(shorter) { continue }
                    var calmer = best
                    for index in part { calmer.choices[kind]?[index] = 0 }
                    if calmer != best { _ = try takes(calmer) }
                    start += length
                }
                length /= 2
            }
        }
        return best != before
    }

    private mutating func takesOtherOrder(_ run: Chooser.Run, _ seed: UInt64, isFewer: Bool = false) throws -> Bool {
        var run = run
        run.choices[.order] = nil
        run.choices[.rare] = nil
        return try takes(run, seed: seed, isFewer: isFewer)
    }

    /// Accepts a run if the same check fails in it.
    /// - Parameter isFewer: Whether the run has fewer requests, so that it may have more steps.
    private mutating func takes(_ run: Chooser.Run, seed: UInt64? = nil, isFewer: Bool = false) throws -> Bool {
        guard tries < Self.limit else { return false }
        tries += 1
        let world = try ModelWorld(Chooser(repeating: run, seed: seed))
        try world.run()
        guard world.failure.map(Self.kind) == check, let made = world.chooser.made,
            isFewer || (world.step, made.busyCount) < (steps, best.busyCount)
        else { return false }
        (best, steps) = (made, world.step)
        return true
    }

    /// Returns a failure without the parts that differ from run to run: names with numbers, and the text in brackets.
    static func kind(_ failure: String) -> String {
        failure.prefix { $0 != "(" }.split(separator: " ").filter { !$0.contains(where: \.isNumber) }.joined(
            separator: " ")
    }
}
