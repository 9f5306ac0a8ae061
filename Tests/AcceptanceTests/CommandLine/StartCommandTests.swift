import Testing

/// `xcallback start`.
@Suite(.timeLimit(.minutes(1)))
struct StartCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func start(_ command: String...) throws -> Ended {
        try run("\(Products.folder)/xcallback", ["start"] + command, sandbox.environment)
    }

    @Test(arguments: ["--help", "-h"])
    func `prints its help`(option: String) throws {
        let help = try run("\(Products.folder)/xcallback", ["help", "start"], sandbox.environment)
        #expect(try start(option) == help)
        #expect(help.output.hasPrefix("OVERVIEW: Start a program"))
    }

    @Test(arguments: ["no-such-program", "./no-such-program", "/", "--"])
    func `fails without the program`(program: String) throws {
        let errors = "xcallback: cannot start \(program): there is no such program\n"
        #expect(try start(program, "a") == Ended(status: 1, output: "", errors: errors))
    }

    @Test func `systemd-run gets each argument as it is, with the signs that it replaces doubled`() throws {
        try sandbox.program("echo running", to: "bin/systemctl")
        try sandbox.program("while [ \"$1\" != -- ]; do shift; done\nprintf '%s|' \"$@\"", to: "bin/systemd-run")
        #expect(
            try start("echo", "--help", "$HOME 5$", "")
                == Ended(status: 0, output: "--|echo|--help|$$HOME 5$$||", errors: ""))
    }

    @Test func `without a user manager the program gets each argument as it is`() throws {
        let ran = try NamedPipe("\(sandbox.path)/ran")
        try sandbox.program("printf '%s|' \"$@\" >'\(ran.path)'\necho >'\(ran.path)'", to: "bin/player")
        #expect(try start("player", "--help", "$HOME 5$") == Ended(status: 0, output: "", errors: ""))
        #expect(ran.line() == "--help|$HOME 5$|")
    }
}
