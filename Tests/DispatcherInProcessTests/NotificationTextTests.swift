import DispatcherCommands
import DispatcherScenarios
import Logging
import TestSupport
import Testing
import UnixSystem

/// What a notification shows.
struct NotificationTextTests {
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
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\n", to: "notify-send")
        try File.setPermissions(0o700, of: "\(folder.path)/notify-send")
        let commands = CommandStandIn()
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let notifier = DesktopNotifier(
            commands: commands, session: PresentSession(commands: commands, own: [:]), logger: quiet,
            clock: { Timestamp.now })
        await notifier.show("title", text, kind: .failedClick, environment: ["PATH": folder.path, "LANG": locale])
        #expect(commands.vectors.map { $0.suffix(3) } == [["--", "title", shown]])
    }
}
