import Glibc
import TestSupport
import Testing

/// A page that lets the user click fast at the place where a dialog is about to have its "Allow once".
@Suite(.serialized, .needs(Chromium.absence), .needs(DialogDisplay.absence), .timeLimit(.minutes(60)))
struct ClickGameTests {
    /// How the user clicks.
    enum Speed: CaseIterable {
        case fast, slow

        var clicks: (count: Int, milliseconds: Int) { self == .fast ? (50, 100) : (5, 1100) }
    }

    /// What the page of a program has won.
    private struct Score {
        var rounds = 0
        var permissions = 0
        /// The answers that did not count.
        var early = 0
    }

    /// Plays some rounds, with a fresh daemon each.
    private func play(_ program: DialogDisplay.Program, _ speed: Speed, rounds: Int) throws -> Score {
        let sandbox = try Sandbox()
        let display = try DialogDisplay(sandbox, program: program)
        let daemon = try ClickedDaemon(
            sandbox, routes: "schemes: [trap]\nroutes: [{name: win, path: /win, run: [RECORD]}]", schemes: ["trap"],
            display: display)
        // A click at the right time shows that the place is right.
        try daemon.browser.open("trap:///win")
        let place = try display.point(in: display.window())
        display.read()
        try display.click(times: 1, every: 0)
        try wait(for: "the permission of a click") { try daemon.ran().count == 1 }
        var score = Score()
        for _ in 1...rounds {
            try daemon.restart()
            let before = try daemon.ran().count
            let clicks = speed.clicks
            let clicking = try display.startClicking(at: place, times: clicks.count, every: clicks.milliseconds)
            try daemon.browser.open("trap:///win")
            _ = clicking.wait()
            score.rounds += 1
            if try daemon.ran().count > before { score.permissions += 1 }
        }
        score.early = daemon.logText.split(separator: "\n").count { $0.contains("the user's answer came too early") }
        print("click game: \(program), \(speed): \(score)")
        return score
    }

    @Test(arguments: DialogDisplay.Program.allCases)
    func `fast clicks never allow`(program: DialogDisplay.Program) throws {
        let score = try play(program, .fast, rounds: Scale.count(3, upTo: 50))
        #expect(score.permissions == 0)
        #expect(score.early > score.rounds, "the clicks did not hit the dialogs: \(score)")
    }

    /// These may allow: a program may need longer for its window than a click needs to count. Their number is printed.
    @Test(.enabled(if: Scale.factor > 1, "only counted by .ci/nightly"), arguments: DialogDisplay.Program.allCases)
    func `slow clicks, and a busy machine`(program: DialogDisplay.Program) throws {
        let rounds = Scale.count(3, upTo: 50)
        _ = try play(program, .slow, rounds: rounds)
        let load = try (1...4).map { _ in try Child("/bin/sh", ["-c", "while :; do :; done"], [:]) }
        defer { for loop in load { loop.signal(SIGKILL) } }
        print("under four busy loops:")
        for speed in Speed.allCases { _ = try play(program, speed, rounds: rounds) }
    }
}
