/// Requests live and end in any order of events: each has one outcome and at most one callback, nobody waits for ever, and at
/// the end nothing is counted.
struct LifeTarget: FuzzTarget {
    static let name = "life"
    static let maximumLength = 160
    static func seeds() -> [[UInt8]] { (0..<96).map { Seeds.noise(count: 16 + Int($0), seed: $0) } }

    func check(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let daemon = StandInDaemon(limits: StandInDaemon.limits(&input))
        while !input.isEmpty { try daemon.event(&input) }
        try daemon.finish()
    }
}
