import TestSupport

/// Makes a run that fails shorter, as long as the same check fails: first it leaves out requests, then it looks for a
/// shorter order of events, and at last it makes as many choices as possible the calmest.
struct Shrinking {
    /// The most runs that are tried.
    private static let limit = 6000
    /// So many other orders are tried without a request.
    private static let orders: UInt64 = 60

    /// No request has a larger number.
    static let lastRequest = 99

    private let check: String
    private var best: Chooser.Run
    private var steps: Int
    private var tries = 0

    /// The shortest run that was found.
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

    /// Leaves out one request after the other, the last one first. False if none can be left out.
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

    /// Makes parts of the choices of each kind the calmest, or leaves them out. False if that changes nothing.
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

    private mutating func takesOtherOrder(
        _ run: Chooser.Run, _ seed: UInt64, isFewer: Bool = false
    ) throws -> Bool {
        var run = run
        run.choices[.order] = nil
        run.choices[.rare] = nil
        return try takes(run, seed: seed, isFewer: isFewer)
    }

    /// Takes a run if the same check fails in it.
    /// - Parameter isFewer: Whether it has fewer requests, so that it may have more steps.
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

    /// A failure without what differs from run to run: names with numbers, and what stands in brackets.
    static func kind(_ failure: String) -> String {
        failure.prefix { $0 != "(" }.split(separator: " ").filter { !$0.contains(where: \.isNumber) }.joined(
            separator: " ")
    }
}
