import DispatcherConfiguration
import TestSupport
import Testing
import XCallbackURL

struct SettingsTests {
    @Test func `every key at its default is the default`() throws {
        let folder = try TemporaryFolder(configuration: [
            "config.yaml": """
            opener: [xdg-open]
            prompt: auto                        # zenity, then kdialog
            callbacks: {hosts: [], allow: any}
            apps: {obsidian: {plus-as-space: true}}
            journal: on
            history: {keep: 30d, size: 256MiB, inputs: true}
            notifications: true
            environment: []
            limits: {connections: 256, running: 64, waiting: 1000, parameters: 1000, line: 1MiB, output: 1MiB, timeout: 30s}
            """
        ])
        let configuration = folder.load()
        #expect(configuration.mistakes.isEmpty)
        #expect(configuration.settings == Settings())
    }

    @Test func `reads every key`() throws {
        let folder = try TemporaryFolder(configuration: [
            "config.yaml": """
            opener: {default: [exo-open], things3: [./bin/open, --new]}
            prompt: [ask, -t]
            callbacks: {hosts: [OK.example, "b.example:8080", "http://C.example"], allow: [Obsidian]}
            apps: {bear: {plus-as-space: yes, secret: [ticket]}, obsidian: {}}
            journal: off
            history: {keep: 1.5h, size: 2MiB, inputs: no}
            notifications: false
            environment: [EDITOR]
            limits: {connections: 1, waiting: 0, line: 0.5MiB, timeout: 250ms}
            """
        ])
        let configuration = folder.load()
        #expect(configuration.mistakes.isEmpty)
        let settings = configuration.settings
        #expect(settings.opener.standard == ["exo-open"])
        #expect(
            settings.opener.command(for: try #require(Scheme("things3"))) == ["\(folder.path)/bin/open", "--new"])
        #expect(settings.opener.command(for: try #require(Scheme("other"))) == ["exo-open"])
        #expect(settings.prompt == ["ask", "-t"])
        #expect(settings.callbacks.hosts == ["ok.example", "b.example:8080", "c.example", "http://c.example"])
        #expect(settings.callbacks.allow == [try #require(Scheme("obsidian"))])
        let readsPlus = settings.apps.filter(\.plusAsSpace).map(\.scheme.text).sorted()
        #expect(readsPlus == ["bear", "obsidian"])
        #expect(settings.apps.flatMap(\.secretNames) == ["ticket"])
        #expect(!settings.journal && !settings.history.inputs && !settings.notifications)
        #expect(settings.history.keep == .seconds(5400) && settings.history.size == 2 << 20)
        #expect(settings.environment == ["EDITOR"])
        #expect(settings.limits.connections == 1 && settings.limits.waiting == 0 && settings.limits.running == 64)
        #expect(settings.limits.line == 524_288 && settings.limits.timeout == .milliseconds(250))
    }

    private static let withoutDBus = "'dbus' is no opener: leave it out, and xdg-open or gio starts the app over D-Bus"

    static let bad: [BadFile] = [
        BadFile("a misspelt key", "opner: [x]\n", "1:1: unknown key 'opner'; did you mean 'opener'?"),
        BadFile(
            "a command as text", "opener: xdg-open\n",
            "1:9: 'opener' must be a list (a program and its arguments) or a mapping of schemes to such lists, not a text"
        ),
        BadFile(
            "a program as text", "opener: {things: open}\n",
            "1:18: 'things' must be a list, not a text; write [open]"),
        BadFile("an opener of earlier versions", "opener: {paper: dbus}\n", "1:17: \(withoutDBus)"),
        BadFile("an opener of earlier versions for all schemes", "opener: dbus\n", "1:9: \(withoutDBus)"),
        BadFile("an empty command", "opener: []\n", "1:9: 'opener' must name a program"),
        BadFile(
            "an opener that runs the URL", "opener: [sh]\n",
            "1:9: the daemon adds the URL to 'opener', and sh would run it as code; pass it as an argument, as in "
                + "[sh, -c, 'echo \"$$1\"', sh, $x], or use 'script'"),
        BadFile(
            "an opener of one scheme that runs the URL", "opener: {things: [sh, -c]}\n",
            "1:18: the daemon adds the URL to 'things', and sh would run it as code; pass it as an argument, as in "
                + "[sh, -c, 'echo \"$$1\"', sh, $x], or use 'script'"),
        BadFile(
            "a prompt that the question chooses", "prompt: [env]\n",
            "1:9: the daemon adds the question to 'prompt', and it would choose what env runs; write that literally"),
        BadFile(
            "a prompt that is no command", "prompt: zenity\n",
            "1:9: 'prompt' must be 'auto' or a list: a program and its arguments, not 'zenity'; write [zenity]"),
        BadFile(
            "a URL for a host", "callbacks: {hosts: [\"https://a/\"]}\n",
            "1:21: an element of 'hosts' must be a host such as example.org or example.org:8080, or http://example.org "
                + "for links without encryption too, not 'https://a/'"),
        BadFile(
            "a web scheme", "callbacks: {allow: [https]}\n",
            "1:21: web links are allowed by host; list the host in 'hosts'"
        ),
        BadFile(
            "an app's unknown key", "apps: {bear: {plus-as-spaces: true}}\n",
            "1:15: unknown key 'plus-as-spaces'; did you mean 'plus-as-space'?"),
        BadFile(
            "an app's secret as text", "apps: {bear: {secret: ticket}}\n",
            "1:23: 'secret' must be a list, not a text; write [ticket]"),
        BadFile(
            "apps as a list", "apps: [bear]\n",
            "1:7: 'apps' must be a mapping of schemes, as in {obsidian: {plus-as-space: true}}, not a list"),
        BadFile(
            "a size without a unit", "limits: {line: 4096}\n",
            "1:16: 'line' must be a size such as 64KiB, 1MiB or 1GiB, not '4096'"),
        BadFile(
            "a history that holds nothing", "history: {size: 512KiB}\n",
            "1:17: 'size' must be at least 1MiB, not '524288 bytes'"),
        BadFile(
            "nothing at all at once", "limits: {running: 0}\n",
            "1:19: 'running' must be a whole number from 1 to 1000000, not '0'"),
        BadFile(
            "more than can be counted", "limits: {waiting: 9223372036854775807}\n",
            "1:19: 'waiting' must be a whole number from 0 to 1000000, not '9223372036854775807'"),
        BadFile(
            "a time that is none", "limits: {timeout: 0s}\n",
            "1:19: 'timeout' must be a duration such as 500ms, 30s, 5m, 2h or 1d, not '0s'"),
        BadFile(
            "what the daemon sets", "environment: [XCALLBACK_ID]\n",
            "1:15: an element of 'environment' must be the name of a variable other than BROWSER, LD_* and XCALLBACK_*, "
                + "not 'XCALLBACK_ID'"),
        BadFile(
            "two mistakes", "journal: 1\nhistory: {keep: long}\n", "1:10: 'journal' must be true or false, not '1'",
            "2:17: 'keep' must be a duration such as 500ms, 30s, 5m, 2h or 1d, not 'long'"),
    ]

    @Test(arguments: bad)
    func `a bad config_yaml names every mistake and keeps the daemon from starting`(file: BadFile) throws {
        let configuration = try TemporaryFolder(configuration: ["config.yaml": file.text]).load()
        #expect(configuration.mistakes.map(\.description) == file.mistakes.map { "config.yaml:\($0)" })
        #expect(!configuration.badSettings.isEmpty)
        #expect(configuration.settings == Settings())
    }

    @Test func `a scheme that is never opened is a warning`() throws {
        let configuration = try TemporaryFolder(configuration: ["config.yaml": "callbacks: {allow: [ssh]}\n"]).load()
        #expect(configuration.warnings.map(\.description) == ["config.yaml:1:21: ssh: is never opened as a callback"])
        #expect(configuration.badSettings.isEmpty)
    }
}
