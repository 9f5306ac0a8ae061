import Foundation
import Logging
import RequestRecord
import TestSupport
import Testing

@testable import DispatcherCommands

/// The programs that ask the user.
struct PromptTests {
    private static let question = "Löschen?\nruns: rm \"a b\" \\n \\074b\\076 <b>&c\nbody: "
    private static let introduction = "A web page or a program asks to do this:"
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func dialog(_ text: String = question, always: Bool = true) -> PromptProgram.Dialog {
        PromptProgram.Dialog(text: text, isQuestion: true, offersAlways: always)
    }

    @Test func `a command gets the question as one more argument, which is no option`() {
        let program = PromptProgram.custom(["/bin/ask", "-x"])
        #expect(program.arguments(showing: Self.dialog()) == ["/bin/ask", "-x", Self.question])
        #expect(program.arguments(showing: Self.dialog("--version")).last == " --version")
        #expect(program.variables(over: [:]) == [:])
    }

    @Test func `zenity gets the question in its markup, and refuses by default`() {
        let arguments = PromptProgram.zenity("/z").arguments(showing: Self.dialog())
        for option in ["--question", "--default-cancel", "--extra-button=Always …", "--timeout=60"] {
            #expect(arguments.contains(option))
        }
        #expect(
            arguments.last
                == "--text=\(Self.introduction)\n<b>Löschen?</b>\nruns: rm \"a b\" \\\\n \\\\074b\\\\076 "
                + "&lt;b&gt;&amp;c\nbody: ")
    }

    @Test func `a mark hides no sign that markup and escapes begin with`() {
        for sign in ["<", "&", "\\"] {
            for program in [PromptProgram.zenity("/z"), .kdialog("/k")] {
                let text = program.arguments(showing: Self.dialog("q\nt: \(sign)\u{301}b")).last ?? ""
                let escaped = ["<": "&lt;", "&": "&amp;", "\\": #"\\"#][sign] ?? ""
                #expect(Array(text.utf8).contains(Array("\(escaped)\u{301}b".utf8)), "\(text)")
            }
        }
    }

    @Test func `kdialog gets the question as text of Qt, and buttons of which the first is no`() {
        let arguments = PromptProgram.kdialog("/k").arguments(showing: Self.dialog())
        let paragraph = "<p style='margin:0 0 0 40px;text-indent:-40px;white-space:pre-wrap'>"
        let lines = [
            Self.introduction, "<b>Löschen?</b>", "runs: rm \"a b\" \\\\n \\\\074b\\\\076 &lt;b&gt;&amp;c", "body: ",
        ]
        #expect(arguments.last == "<qt>\(lines.map { "\(paragraph)\($0)</p>" }.joined())</qt>")
        #expect(
            arguments.dropLast() == [
                "/k", "--title", "xcallbackd", "--print-winid", "--yes-label", "Do not allow", "--no-label",
                "Allow once", "--cancel-label", "Always …", "--warningyesnocancel",
            ])
    }

    @Test func `a dialog offers always only where there is a second one`() {
        for program in [PromptProgram.zenity("/z"), .kdialog("/k")] {
            let fewer = program.arguments(showing: Self.dialog(always: false))
            #expect(!fewer.contains { $0.lowercased().contains("always") })
            #expect(fewer.contains { $0.contains("Allow once") })
            let second = program.arguments(
                showing: PromptProgram.Dialog(text: "Always?", isQuestion: false, offersAlways: false))
            #expect(second.contains { $0.contains("Always allow") } && !second.contains { $0.contains("once") })
            #expect(second.contains { $0.contains("Back") } && !second.contains { $0.contains("Do not allow") })
            #expect(second.last?.contains(Self.introduction) == false)
        }
    }

    @Test func `the question of an agent has another title, and begins with the agent`() {
        var dialog = Self.dialog("An agent asks (it says: \"mailer\")\nnotes.add\nruns: true", always: false)
        dialog.door = .agent
        let zenity = PromptProgram.zenity("/z").arguments(showing: dialog)
        #expect(zenity.contains("--title=xcallbackd: an agent asks"))
        #expect(
            zenity.last == "--text=<b>An agent asks (it says: \"mailer\")</b>\n<b>notes.add</b>\nruns: true")
        let kdialog = PromptProgram.kdialog("/k").arguments(showing: dialog)
        #expect(kdialog.prefix(3) == ["/k", "--title", "xcallbackd: an agent asks"])
        #expect(kdialog.last?.contains("<b>An agent asks") == true)
        for text in [zenity.last, kdialog.last] { #expect(text?.contains(Self.introduction) == false) }
        #expect(PromptProgram.custom(["/bin/ask"]).arguments(showing: dialog).last?.hasPrefix("An agent asks") == true)
    }

    @Test func `a dialog begins with the reason why it comes again`() {
        var dialog = Self.dialog()
        dialog.isAgain = true
        let text = PromptProgram.zenity("/z").arguments(showing: dialog).last
        #expect(text?.hasPrefix("--text=Answered too quickly. Please read:\n\(Self.introduction)\n<b>") == true)
    }

    @Test func `a locale without letters gets ASCII alone`() {
        var dialog = Self.dialog("Löschen?\ntitle: \u{2068}سلام\u{2069}… 3 more characters")
        dialog.isUTF8 = false
        for program in [PromptProgram.zenity("/z"), .kdialog("/k")] {
            let arguments = program.arguments(showing: dialog)
            #expect(arguments.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(arguments)")
            #expect(arguments.last?.contains("L\\\\u{f6}schen?") == true, "\(arguments)")
        }
    }

    private static func lines(_ question: String) -> [Substring] {
        let text = PromptProgram.zenity("/z").arguments(showing: dialog(question)).last ?? ""
        return text.dropFirst("--text=\(introduction)\n".count).split(separator: "\n")
    }

    @Test func `no piece of a folded value begins a line`() {
        let value = String(repeating: "a", count: 94) + "runs: harmless " + String(repeating: "b", count: 120)
        let lines = Self.lines("x\nbody: \(value)\nanswer goes to: x:").dropFirst()
        #expect(lines.count == 4)
        #expect(lines.filter { !$0.hasPrefix("        ") }.map { $0.prefix(6) } == ["body: ", "answer"])
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines[2] == "        runs: harmless \(String(repeating: "b", count: 76))")
    }

    @Test func `a line is folded at a blank, and wide letters take two columns`() {
        let words = String(repeating: "text ", count: 30)
        #expect(Self.lines("x\n\(words)").dropFirst().map(\.count) == [100, 58])
        let lines = Self.lines("x\nt: \(String(repeating: "你", count: 60))").dropFirst()
        #expect(lines.map { $0.count { $0 == "你" } } == [48, 12])
        #expect(Self.lines("x\n\(String(repeating: "\u{FDFD}", count: 15))").dropFirst().map(\.count) == [10, 13])
    }

    /// Each with the letters before it, and the two rows after them. zenity gets each backslash twice.
    @Test(arguments: [
        (#"\\u{202E}"#, 99, "", #"\\\\u{202E}"#),  // an escaped backslash, and no escape of a character
        (#"\\u{202E}"#, 98, #"\\\\"#, "u{202E}"),
        (#"\\\u{202E}"#, 97, #"\\\\"#, #"\\u{202E}"#),  // an escaped backslash before an escape
    ])
    func `no row begins with the second half of an escape`(text: String, letters: Int, end: String, next: String) {
        let row = String(repeating: "a", count: letters)
        let lines = Array(Self.lines("x\n\(row)\(text)").dropFirst())
        #expect(lines == ["\(row)\(end)", "        \(next)"])
    }

    @Test func `kdialog can fold a long word, and folds a short one at no letter`() {
        let text = "x\nt: \(String(repeating: "a", count: 45)) \(String(repeating: "\u{FDFD}", count: 3)) <b>"
        let last = PromptProgram.kdialog("/k").arguments(showing: Self.dialog(text)).last ?? ""
        let words = [20, 20, 5].map { String(repeating: "a", count: $0) }.joined(separator: "&#8203;")
        #expect(last.contains("'>t: \(words) \u{FDFD}\u{FDFD}&#8203;\u{FDFD} &lt;b&gt;</p>"), "\(last)")
    }

    @Test func `each piece of a folded value is isolated`() {
        let lines = Self.lines("x\nt: \u{2068}\(String(repeating: "س", count: 150))\u{2069} end").dropFirst()
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.unicodeScalars.first { $0 != " " } == "\u{200E}")
            #expect(line.unicodeScalars.count { $0 == "\u{2068}" } == 1, "\(line)")
            #expect(line.unicodeScalars.count { $0 == "\u{2069}" } == 1, "\(line)")
        }
        #expect(lines.last?.hasSuffix("\u{2069} end") == true)
    }

    @Test func `a dialog shows the icon of an installation, unless the program knows no such option`() async throws {
        var dialog = Self.dialog()
        dialog.hasIcon = true
        #expect(PromptProgram.zenity("/z").arguments(showing: dialog).contains("--icon-name=xcallback"))
        #expect(PromptProgram.kdialog("/k").arguments(showing: dialog).contains(["--icon", "xcallback"]))
        let folder = try TemporaryFolder()
        let script = "case $* in *--icon-name*) exit 255;; esac; exit 3"
        let environment = try fallback("zenity", script, in: folder).merging(["HOME": folder.path]) { $1 }
        #expect(try await ask(nil, environment) == .no)
        #expect(try texts(in: folder).count == 1)
        try folder.makeFolder(".local/share/icons/hicolor/scalable/apps")
        try folder.write("", to: ".local/share/icons/hicolor/scalable/apps/xcallback.svg")
        #expect(try await ask(nil, environment) == .no)
        #expect(try texts(in: folder).count == 3)
    }

    @Test func `kdialog shows no icons in its buttons, whose meanings contradict our labels`() {
        let own = ["HOME": "/h", "XDG_DATA_DIRS": "/data", "XDG_CONFIG_DIRS": "/h/.config/kdedefaults:/etc/xdg"]
        let folders = PromptProgram.kdialog("/k").variables(over: own)["XDG_CONFIG_DIRS"]?.split(separator: ":")
        #expect(
            folders == ["/h/.local/share/xcallbackd", "/data/xcallbackd", "/h/.config/kdedefaults", "/etc/xdg"])
        #expect(PromptProgram.kdialog("/k").variables(over: [:])["XDG_CONFIG_DIRS"] == nil)
    }

    /// How a program ended, and what it means.
    struct End: Sendable {
        let program: PromptProgram
        let end: CommandRunner.Completion.End
        let answer: PromptProgram.Answer?
        var lines: [String] = []
        var errors = ""
        var always = true
    }

    @Test(arguments: [
        End(program: .custom(["/c"]), end: .exited(0), answer: .yes),
        End(program: .custom(["/c"]), end: .exited(10), answer: .always),
        End(program: .custom(["/c"]), end: .exited(1), answer: .no),
        End(program: .custom(["/c"]), end: .exited(2), answer: nil),
        End(program: .custom(["/c"]), end: .signaled(9), answer: nil),
        End(program: .custom(["/c"]), end: .timedOut, answer: PromptProgram.Answer.none),
        End(program: .custom(["/c"]), end: .flooded, answer: nil),
        End(program: .zenity("/z"), end: .exited(0), answer: .yes),
        End(program: .zenity("/z"), end: .exited(3), answer: .always, lines: ["Always …"]),
        End(program: .zenity("/z"), end: .exited(3), answer: .always, lines: ["Always ..."]),
        End(program: .zenity("/z"), end: .exited(3), answer: .no, lines: ["Always …"], always: false),
        End(program: .zenity("/z"), end: .exited(3), answer: .no),
        End(program: .zenity("/z"), end: .exited(1), answer: nil, errors: "cannot open display"),
        End(program: .zenity("/z"), end: .exited(1), answer: .no),  // a program in its place
        End(program: .zenity("/z"), end: .exited(1), answer: .always, lines: ["Always …"], errors: "a warning"),
        End(program: .zenity("/z"), end: .exited(5), answer: PromptProgram.Answer.none),  // its own time-out
        End(program: .zenity("/z"), end: .exited(255), answer: nil),  // an unknown option
        End(program: .kdialog("/k"), end: .exited(1), answer: .yes, lines: ["winId: 7"]),
        End(
            program: .kdialog("/k"), end: .exited(1), answer: nil, lines: ["winId: 7"],
            errors: "The X11 connection broke (error 1). Did the X11 server die?"),
        End(program: .kdialog("/k"), end: .exited(0), answer: .no, lines: ["winId: 7"]),
        End(program: .kdialog("/k"), end: .exited(2), answer: .always, lines: ["winId: 7"]),
        End(program: .kdialog("/k"), end: .exited(2), answer: .no, lines: ["winId: 7"], always: false),
        End(program: .kdialog("/k"), end: .exited(3), answer: nil, lines: ["winId: 7"]),
        End(program: .kdialog("/k"), end: .exited(0), answer: nil),
        End(program: .kdialog("/k"), end: .exited(1), answer: nil),  // an unknown option
        End(program: .kdialog("/k"), end: .signaled(6), answer: nil),  // no display
    ])
    func `the end of a program is its answer`(end: End) {
        let completion = CommandRunner.Completion(end: end.end, lastErrorLine: end.errors)
        #expect(end.program.answer(completion, end.lines, to: Self.dialog(always: end.always)) == end.answer)
    }

    /// - Parameter timeout: By default longer than all tests beside this one may hold the threads of the pool.
    private func ask(
        _ command: [String]?, _ environment: [String: String] = [:], always: String? = "Always?",
        timeout: Duration = .seconds(600)
    ) async throws -> Prompt.Answer {
        let prompt = Prompt(commands: CommandRunner(), in: "", logger: Self.quiet, timeout: timeout)
        return try await prompt.ask("q", confirmation: always, command: command, environment: environment) { _ in }
    }

    /// A program in the place of zenity or kdialog, which notes its last argument.
    private func fallback(_ name: String, _ script: String, in folder: TemporaryFolder) throws -> [String: String] {
        try folder.write(
            """
            #!/bin/sh
            PATH=/usr/bin:/bin
            eval last=\\${$#}
            printf '%s\\036' "$last" >> '\(folder.path)/texts'
            \(script)

            """, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/\(name)")
        return ["PATH": folder.path, "DISPLAY": ":5"]
    }

    /// The texts of the dialogs.
    private func texts(in folder: TemporaryFolder) throws -> [String] {
        try String(contentsOfFile: "\(folder.path)/texts", encoding: .utf8)
            .replacing(/--text=|<qt>|<p [^>]*>/, with: "")
            .split(separator: "\u{1E}").map { String($0) }
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            // A yes of the first moment, whose dialog comes again, and then is a no.
            ("zenity", "exit 0", Prompt.Answer.no, 3, true),
            ("kdialog", "echo winId: 7; exit 1", .no, 3, true),
            // What kdialog needs to show its window is no time to read.
            ("kdialog", "sleep 1.6; echo winId: 7; exit 1", .no, 3, true),
            ("zenity", "sleep 1.6; exit 0", .once, 1, false),
            ("kdialog", "echo winId: 7; sleep 1.6; exit 1", .once, 1, false),
            // A no needs no time.
            ("zenity", "exit 3", .no, 1, false),
            ("kdialog", "echo winId: 7; exit 0", .no, 1, false),
        ])
    func `a yes counts after the time that reading takes`(
        program: String, script: String, answer: Prompt.Answer, count: Int, isRepeated: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        #expect(try await ask(nil, fallback(program, script, in: folder)) == answer)
        let again = try texts(in: folder).map { $0.hasPrefix("Answered too quickly. Please read:") }
        #expect(again == (0..<count).map { isRepeated && $0 > 0 })
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("sleep 1.6; exit 0", "exit 3", Prompt.Answer.always, 2),
            // In the second dialog too.
            ("exit 0", "exit 0", .no, 4),
            // A no there is no answer to the question, which comes again.
            ("exit 3", "exit 3", .no, 3),
            ("exit 3", "sleep 1.6; exit 0", .once, 3),
            ("exit 3", "echo 'Always …'; exit 3", .no, 3),
            // Without an answer, it does not come again.
            ("exit 5", "exit 0", .none(reason: "the user did not answer within 600 seconds"), 2),
        ])
    func `always needs a second yes`(
        second: String, third: String, answer: Prompt.Answer, count: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let script = """
            case "$last" in *'<b>Always?</b>'*) \(second);; esac
            case "$*" in *--extra-button*) echo 'Always …'; exit 3;; esac
            \(third)
            """
        let environment = try fallback("zenity", script, in: folder).merging(["LANG": "C.UTF-8"]) { $1 }
        #expect(try await ask(nil, environment) == answer)
        #expect(try texts(in: folder).count == count)
    }

    @Test(arguments: [
        ("[ \"$1\" = q ] && exit 10; exit 0", Prompt.Answer.always),
        ("[ \"$1\" = q ] && exit 10; exit 1", .no),
        ("exit 10", .no),
        ("exit 0", .once),  // its own time counts
    ])
    func `a command is asked again after ten`(script: String, answer: Prompt.Answer) async throws {
        #expect(try await ask(["/bin/sh", "-c", script, "sh"]) == answer)
    }

    /// Only the question that comes again says that "always" is not offered.
    @Test(arguments: [(0, Prompt.Answer.once), (1, .no), (10, .no)])
    func `after a no to always, a command is asked the question again`(status: Int, answer: Prompt.Answer) async throws
    {
        let script = """
            case "$1" in q) exit 10;; 'q
            "Always" is not offered, because you went back') exit \(status);; esac
            exit 1
            """
        #expect(try await ask(["/bin/sh", "-c", script, "sh"]) == answer)
    }

    @Test func `ten is once where there is no always`() async throws {
        #expect(try await ask(["/bin/sh", "-c", "exit 10"], always: nil) == .once)
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("exec sleep 60", 100, "0.1"), ("exec sleep 60", 2000, "2"),
            ("[ \"$0\" = q ] && exit 10; exec sleep 60", 1000, "1"),  // both dialogs together
        ])
    func `a question that nobody answers in time is not answered`(script: String, time: Int, words: String) async throws
    {
        let answer = try await ask(["/bin/sh", "-c", script], timeout: .milliseconds(time))
        #expect(answer == .none(reason: "the user did not answer within \(words) seconds"))
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ([:], "nobody is logged in at a display: neither DISPLAY nor WAYLAND_DISPLAY is set", "import-environment"),
            (
                ["DISPLAY": ""], "nobody is logged in at a display: neither DISPLAY nor WAYLAND_DISPLAY is set",
                "import-environment"
            ),
            (["DISPLAY": ":5", "PATH": "/nonexistent"], "neither zenity nor kdialog is found", "apt install zenity"),
        ] as [([String: String], String, String)])
    func `without a display or a program nobody is asked`(
        environment: [String: String], reason: String, cure: String
    ) async throws {
        let folder = try TemporaryFolder()
        var environment = environment
        if environment["PATH"] == nil { environment["PATH"] = try fallback("zenity", "exit 0", in: folder)["PATH"] }
        guard case .failure(let found, let given, false) = try await ask(nil, environment) else {
            Issue.record("it was asked")
            return
        }
        #expect(found == "no question can be asked: \(reason)")
        #expect(given?.contains(cure) == true)
    }

    @Test func `a dialog for a session that has ended says that nobody is logged in`() async throws {
        let folder = try TemporaryFolder()
        let environment = try fallback("zenity", "echo no display >&2; exit 1", in: folder).merging(["DISPLAY": ":5005"]
        ) { $1 }
        guard case .failure(let reason, let cure, true) = try await ask(nil, environment) else {
            Issue.record("it was asked")
            return
        }
        #expect(reason == "no question can be asked: nobody is logged in at DISPLAY=:5005")
        #expect(cure?.contains("import-environment") == true)
    }

    @Test(arguments: [("KDE", "kdialog"), ("GNOME", "zenity"), ("", "zenity")])
    func `the dialog is the desktop's own, if both are there`(desktop: String, program: String) async throws {
        let folder = try TemporaryFolder()
        let own = try fallback(program, program == "zenity" ? "exit 3" : "echo winId: 7; exit 0", in: folder)
        let other = program == "zenity" ? "kdialog" : "zenity"
        _ = try fallback(other, "exit 9", in: folder)
        #expect(try await ask(nil, own.merging(["XDG_CURRENT_DESKTOP": desktop]) { $1 }) == .no)
    }

    @Test func `a program that is missing answers nothing`() async throws {
        #expect(
            try await ask(["/nonexistent/ask"])
                == .failure(
                    reason: "no question can be asked: the program of 'prompt' in config.yaml is not found",
                    cure: "install that program, or name another ('xcallback edit config')", wasStarted: false))
    }
}
