import Logging
import Testing

@testable import DispatcherCommands

/// The programs that ask the user.
struct PromptTests {
    private static let question = "Löschen?\nruns: rm \"a b\" \\u{a} <b>&c\nbody: "
    private static let introduction = "A web page or a program asks to do this:"
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func `a command gets the question as one more argument`() {
        let program = PromptProgram.custom(["/bin/ask", "-x"])
        #expect(program.arguments(asking: Self.question, remembers: true) == ["/bin/ask", "-x", Self.question])
        #expect(program.variables == [:])
    }

    @Test func `zenity gets the question without markup, and refuses by default`() {
        let arguments = PromptProgram.zenity("/z").arguments(asking: Self.question, remembers: true)
        for option in ["--question", "--no-markup", "--default-cancel", "--extra-button=Always allow"] {
            #expect(arguments.contains(option))
        }
        #expect(arguments.last == "--text=\(Self.introduction)\n\(Self.question)")
    }

    @Test func `kdialog gets the question as text that Qt does not read as markup`() {
        let arguments = PromptProgram.kdialog("/k").arguments(asking: Self.question, remembers: true)
        let introduction = Self.introduction.replacing(" ", with: "&nbsp;")
        #expect(
            arguments[4] == "<qt>\(introduction)<br>Löschen?<br>runs:&nbsp;rm&nbsp;\"a&nbsp;b\"&nbsp;\\\\u{a}&nbsp;"
                + "&lt;b&gt;&amp;c<br>body:&nbsp;</qt>")
        // The first choice, which Enter takes, is no.
        #expect(arguments[5...7] == ["no", "Do not allow", "on"])
    }

    @Test func `a dialog offers Always allow only if that is remembered`() {
        for program in [PromptProgram.zenity("/z"), .kdialog("/k")] {
            let (more, fewer) = (
                program.arguments(asking: "q", remembers: true), program.arguments(asking: "q", remembers: false)
            )
            #expect(more.contains { $0.contains("Always allow") })
            #expect(!fewer.contains { $0.lowercased().contains("always") })
            #expect(fewer.contains { $0.contains("Allow once") })
        }
    }

    @Test func `no piece of a folded value begins a line`() {
        let value = String(repeating: "a", count: 94) + "runs: harmless " + String(repeating: "b", count: 120)
        let text = PromptProgram.zenity("/z").arguments(asking: "body: \(value)\nanswer goes to: x:", remembers: true)
            .last
        let lines = text?.dropFirst("--text=\(Self.introduction)\n".count).split(separator: "\n") ?? []
        #expect(lines.count == 4)
        #expect(lines.filter { !$0.hasPrefix("        ") }.map { $0.prefix(6) } == ["body: ", "answer"])
        #expect(lines[1] == "        " + "runs: harmless " + String(repeating: "b", count: 77))
    }

    /// How a program ended, and what it means.
    struct End: Sendable {
        let program: PromptProgram
        let end: CommandRunner.Completion.End
        let lines: [String]
        let errors: String
        let answer: Prompt.Answer?

        init(
            _ program: PromptProgram, _ end: CommandRunner.Completion.End, _ answer: Prompt.Answer?,
            lines: [String] = [], errors: String = ""
        ) {
            self.program = program
            self.end = end
            self.lines = lines
            self.errors = errors
            self.answer = answer
        }
    }

    @Test(arguments: [
        End(.custom(["/c"]), .exited(0), .once),
        End(.custom(["/c"]), .exited(10), .always),
        End(.custom(["/c"]), .exited(1), .no),
        End(.custom(["/c"]), .exited(2), nil),
        End(.custom(["/c"]), .signaled(9), nil),
        End(.custom(["/c"]), .timedOut, nil),
        End(.custom(["/c"]), .flooded, nil),
        End(.zenity("/z"), .exited(0), .once),
        End(.zenity("/z"), .exited(3), .always, lines: ["Always allow"]),
        End(.zenity("/z"), .exited(3), .no),
        End(.zenity("/z"), .exited(1), nil, errors: "cannot open display"),
        End(.zenity("/z"), .exited(1), .no),  // a program in its place
        End(.zenity("/z"), .exited(1), .always, lines: ["Always allow"], errors: "a warning"),
        End(.zenity("/z"), .exited(5), nil),  // its own time-out
        End(.zenity("/z"), .exited(255), nil),  // an unknown option
        End(.kdialog("/k"), .exited(0), .once, lines: ["once"]),
        End(.kdialog("/k"), .exited(0), .always, lines: ["always"]),
        End(.kdialog("/k"), .exited(0), .no, lines: ["no"]),
        End(.kdialog("/k"), .exited(0), nil),
        End(.kdialog("/k"), .exited(1), .no),
        End(.kdialog("/k"), .exited(2), nil),
        End(.kdialog("/k"), .signaled(6), nil),  // no display
    ])
    func `the end of a program is its answer`(end: End) {
        let completion = CommandRunner.Completion(end: end.end, lastErrorLine: end.errors)
        #expect(end.program.answer(completion, end.lines) == end.answer)
    }

    private func ask(
        _ command: [String]?, _ environment: [String: String] = [:], timeout: Duration = Prompt.timeout
    ) async throws -> Prompt.Answer {
        let prompt = Prompt(commands: CommandRunner(), own: [:], logger: Self.quiet, timeout: timeout)
        return try await prompt.ask("q", remembers: true, command: command, environment: environment) { _ in }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a question that nobody answers in time is not answered`() async throws {
        #expect(
            try await ask(["/bin/sh", "-c", "exec sleep 60"], timeout: .milliseconds(100))
                == .failure("the user did not answer within 0.1 seconds"))
        #expect(
            try await ask(["/bin/sh", "-c", "exec sleep 60"], timeout: .seconds(2))
                == .failure("the user did not answer within 2 seconds"))
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ([:], "neither DISPLAY nor WAYLAND_DISPLAY is set"),
            (["DISPLAY": ""], "neither DISPLAY nor WAYLAND_DISPLAY is set"),
            (
                ["DISPLAY": ":5", "PATH": "/nonexistent"],
                "neither zenity nor kdialog is found, and 'prompt' in config.yaml names no other program"
            ),
        ] as [([String: String], String)])
    func `without a display or a program nobody is asked`(environment: [String: String], reason: String) async throws {
        #expect(try await ask(nil, environment) == .failure("no prompt is available: \(reason)"))
    }

    @Test func `a program that is missing answers nothing`() async throws {
        #expect(
            try await ask(["/nonexistent/ask"])
                == .failure("no prompt is available: the program of 'prompt' in config.yaml is not found"))
    }
}
