import DispatcherCommands
import Glibc
import Logging
import TestSupport
import Testing
import UnixSystem

/// What a notification shows, and how often.
struct NotificationTextTests {
    private let folder: TemporaryFolder
    private let clock = TestClock()
    private let commands = CommandStandIn()
    private let notifier: DesktopNotifier

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\n", to: "notify-send")
        try #require(chmod("\(folder.path)/notify-send", 0o700) == 0)
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        notifier = DesktopNotifier(
            commands: commands, session: PresentSession(commands: commands, own: [:]), logger: quiet,
            clock: { [clock] in clock.now })
    }

    @Test(arguments: [
        ("C.UTF-8", "Grüße <b>\n\u{202E}", #"Grüße &lt;b&gt;↵\\u{202e}"#),  // notify-send reads escapes
        ("C.UTF-8", "no route 'مرحبا'", "\u{2068}no route 'مرحبا'\u{2069}"),
        ("C", "Grüße مرحبا\n", #"Gr\\u{fc}\\u{df}e \\u{645}\\u{631}\\u{62d}\\u{628}\\u{627}\\n"#),
        (
            "C.UTF-8", String(repeating: "ü", count: 2400),
            String(repeating: "ü", count: 400) + "… 2,000 more characters"
        ),
    ])
    func `shows the letters of its texts in a locale that has them`(locale: String, text: String, shown: String)
        async throws
    {
        await notifier.show("title", [text], kind: .failedClick, environment: ["PATH": folder.path, "LANG": locale])
        // With a hint desktop-entry, GNOME 48 removes the notification as soon as notify-send has ended.
        let options = ["--app-name=xcallbackd", "--icon=xcallback"]
        #expect(commands.vectors.map { Array($0.dropFirst()) } == [options + ["--", "title", shown]])
    }

    @Test func `at most five notifications of a kind are shown in a minute`() async {
        func show(_ count: Int, _ kind: NotificationKind = .failedClick) async {
            for _ in 0..<count {
                await notifier.show("title", ["body"], kind: kind, environment: ["PATH": folder.path])
            }
        }
        await show(6)
        #expect(commands.vectors.count == 5)
        clock.pass(.seconds(60))
        await show(1)
        #expect(commands.vectors.count == 5)
        clock.pass(.seconds(1))
        await show(6)
        #expect(commands.vectors.count == 10)
        // A flood of failing clicks hides no other kind.
        await show(6, .lostAnswer)
        #expect(commands.vectors.count == 15)
        // If the program is missing, the limit counts the searches for it.
        clock.pass(.seconds(61))
        for _ in 0..<5 {
            #expect(notifier.mayShow(.failedClick))
            await notifier.show("title", ["body"], kind: .failedClick, environment: ["PATH": "/nowhere"])
        }
        #expect(!notifier.mayShow(.failedClick))
    }
}
