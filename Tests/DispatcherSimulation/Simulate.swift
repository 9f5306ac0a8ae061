import Glibc

/// `.ci/simulate N [--seed S] [--brief]`: runs N lives from a seed, and prints the first run that breaks a promise.
/// With `--brief`, only the failure is printed.
@main
struct Simulate {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--orders" { return try await tryOrders(arguments.dropFirst()) }
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

    /// `.ci/enumerate PAIRS CHOICES`
    private static func tryOrders(_ arguments: ArraySlice<String>) async throws {
        let numbers = arguments.compactMap { Int($0) }
        guard numbers.count == 2 else { return usage() }
        let orders = try await Orders.make(pairs: numbers[0], depth: numbers[1], threads: 2)
        print(
            "\(orders.pairs) pairs of requests, \(orders.orders) orders of \(numbers[1]) choices, \(orders.events) events"
        )
        guard let failure = orders.failure else { return }
        print("pair \(failure.seed): \(failure.check)", failure.trace.joined(separator: "\n"), separator: "\n")
        exit(1)
    }

    private static func usage() {
        print("usage: .ci/simulate LIVES [--seed SEED] [--brief]")
        exit(64)
    }
}
