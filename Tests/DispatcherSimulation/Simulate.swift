import Glibc

/// `.ci/simulate N [--seed S] [--brief]`: runs N lives from a seed, and prints the first that breaks a promise; with
/// `--brief`, without the run.
@main
struct Simulate {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        guard let lives = arguments.popFirst().flatMap({ Int($0) }) else { return usage() }
        var seed: UInt64 = 0
        var isBrief = false
        while let option = arguments.popFirst() {
            if option == "--brief" {
                isBrief = true
                continue
            }
            guard option == "--seed", let number = arguments.popFirst().flatMap({ UInt64($0) }) else { return usage() }
            seed = number
        }
        let report = try await Report.make(lives: lives, from: seed, threads: 2)
        print(
            "\(report.seeds) seeds from \(seed), \(report.daemons) daemons, \(report.lives) lives, \(report.events) events"
        )
        guard let failure = report.failure else { return }
        if isBrief { print("seed \(failure.seed): \(failure.check)") } else { print(failure) }
        exit(1)
    }

    private static func usage() {
        print("usage: .ci/simulate LIVES [--seed SEED] [--brief]")
        exit(64)
    }
}
