import Testing

/// The buses of the tests, whatever services a person's desktop has.
@Suite(.timeLimit(.minutes(1)))
struct SessionBusTests {
    private static let question = [
        "busctl", "--user", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "ListActivatableNames",
    ]

    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.addBusService("org.example.Own", "/bin/false")
    }

    private func expectOwnServices(_ answer: Ended) {
        #expect(answer.output == "as 2 \"org.freedesktop.DBus\" \"org.example.Own\"\n", "\(answer)")
    }

    @Test(.needs(SessionBus.absence))
    func `a session bus starts the services of its sandbox only`() throws {
        let bus = try SessionBus(sandbox)
        let environment = sandbox.environment.merging(bus.environment) { $1 }
        expectOwnServices(try run(Self.question[0], Array(Self.question.dropFirst()), environment))
        withExtendedLifetime(bus) {}
    }

    @Test(.needs(UserSession.absence), .needs(programs: "busctl"))
    func `the bus of a user manager starts the services of its sandbox only`() throws {
        expectOwnServices(try UserSession(sandbox).perform(Self.question))
    }
}
