/// Makes a run that fails shorter, as long as the same check fails.
enum Shrinking {
    /// The most runs that are tried.
    private static let limit = 4000

    /// The shortest list of choices that was found.
    static func shortest(_ choices: [UInt16], failing check: String) throws -> [UInt16] {
        var best = choices
        var tries = 0
        var length = max(1, best.count / 2)
        while length > 0, tries < limit {
            var start = 0
            var isShorter = false
            while start < best.count, tries < limit {
                let part = start..<min(start + length, best.count)
                var candidates: [[UInt16]] = []
                candidates.append(Array(best[..<part.lowerBound] + best[part.upperBound...]))
                if best[part].contains(where: { $0 != 0 }) {
                    var calm = best
                    for index in part { calm[index] = 0 }
                    candidates.append(calm)
                }
                var isFound = false
                for candidate in candidates where !isFound {
                    tries += 1
                    if try fails(candidate, check) {
                        best = candidate
                        isFound = true
                    }
                }
                isShorter = isShorter || isFound
                // What follows a part that was left out has taken its place.
                if !isFound || length == 1 && start < best.count && best[start] == 0 { start += length }
            }
            if !isShorter || length > 1 { length /= 2 }
        }
        return best
    }

    private static func fails(_ choices: [UInt16], _ check: String) throws -> Bool {
        let world = try ModelWorld(Chooser(repeating: choices))
        try world.run()
        return world.failure.map(kind) == check
    }

    /// A failure without what differs from run to run.
    static func kind(_ failure: String) -> String { String(failure.prefix { $0 != "(" }.filter { !$0.isNumber }) }
}
