import TestSupport
import Testing

/// The targets of the fuzzer, which `.ci/fuzz` runs for as long as it is told, for a few inputs in every run.
@Suite(.timeLimit(.minutes(5)))
struct FuzzTargetTests {
    private static let count = Scale.count(300, upTo: 100_000)

    private static let names = FuzzTargets.all.map { $0.name }

    @Test(arguments: names)
    func `hold for their seeds, and for seeds with changed bytes`(name: String) throws {
        let kind = try #require(FuzzTargets.all.first { $0.name == name })
        let target = kind.init()
        let seeds = kind.seeds()
        #expect(seeds.count > 20)
        for seed in seeds { try target.check(seed) }
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<Self.count {
            guard var input = seeds.randomElement(using: &generator) else { return }
            for _ in 0..<Int.random(in: 1...8, using: &generator) where !input.isEmpty {
                let place = Int.random(in: input.indices, using: &generator)
                input[place] = .random(in: .min ... .max, using: &generator)
            }
            try target.check(input)
        }
    }
}
