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
            prompt: [ask, zenity]
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
        #expect(settings.opener.command(for: try #require(Scheme("things3"))) == ["\(folder.path)/bin/open", "--new"])
        #expect(settings.opener.command(for: try #require(Scheme("other"))) == ["exo-open"])
        #expect(settings.prompt == ["ask", "zenity"])
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

    @Test(arguments: BadFile.rows("config.yaml"))
    func `a bad config_yaml names every mistake and keeps the daemon from starting`(file: BadFile) throws {
        let configuration = try TemporaryFolder(configuration: ["config.yaml": file.text]).load()
        #expect(configuration.mistakeTexts == file.mistakes)
        #expect(!configuration.badSettings.isEmpty)
        #expect(configuration.settings == Settings())
    }

    @Test func `a scheme that is never opened is a warning`() throws {
        let configuration = try TemporaryFolder(configuration: ["config.yaml": "callbacks: {allow: [ssh]}\n"]).load()
        #expect(configuration.warnings.map(\.description) == ["config.yaml:1:21: ssh: is never opened as a callback"])
        #expect(configuration.badSettings.isEmpty)
    }
}
