import Glibc

/// `.ci/simulate N [--seed S]`: runs N lives from a seed, and prints the first that breaks a promise.
@main
struct Simulate {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        guard let lives = arguments.popFirst().flatMap({ Int($0) }) else { return usage() }
        var seed: UInt64 = 0
        while let option = arguments.popFirst() {
            guard option == "--seed", let number = arguments.popFirst().flatMap({ UInt64($0) }) else { return usage() }
            seed = number
        }
        let report = try await Report.make(lives: lives, from: seed, threads: 2)
        print(
            "\(report.seeds) seeds from \(seed), \(report.daemons) daemons, \(report.lives) lives, \(report.events) events"
        )
        guard let failure = report.failure else { return }
        print(failure)
        exit(1)
    }

    private static func usage() {
        print("usage: .ci/simulate LIVES [--seed SEED]")
        exit(64)
    }
}
