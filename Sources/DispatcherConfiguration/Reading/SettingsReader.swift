import XCallbackURL

/// Reads config.yaml.
struct SettingsReader {
    let origin: FileOrigin
    let diagnostics: Diagnostics

    func settings(_ node: YAMLNode) -> Settings {
        var settings = Settings()
        guard let section = Section(node, named: "config.yaml", of: .settings, diagnostics: diagnostics) else {
            return settings
        }
        readOpener(section, &settings.opener)
        settings.prompt = prompt(section)
        let callbacks = CallbackReader(origin: origin, diagnostics: diagnostics)
        settings.callbacks = callbacks.lists(section["callbacks"], defaults: CallbackLists()) ?? CallbackLists()
        if let node = section["apps"] { readApps(node, &settings.apps) }
        settings.journal = section.flag("journal") ?? true
        settings.notifications = section.flag("notifications") ?? true
        settings.environment = section.environmentNames()
        if let node = section["history"] { readHistory(node, &settings.history) }
        if let node = section["limits"] { readLimits(node, &settings.limits) }
        return settings
    }

    private func readOpener(_ section: Section, _ opener: inout Settings.Opener) {
        guard let node = section["opener"] else { return }
        guard case .mapping(let entries) = node.content else {
            guard case .list = node.content else {
                node.refuse(
                    "'opener'", "a list (a program and its arguments) or a mapping of schemes to such lists or 'dbus'",
                    diagnostics)
                return
            }
            opener.standard = command(node, "opener", adding: "the URL") ?? opener.standard
            return
        }
        for entry in entries {
            let isDefault = entry.key.text == "default"
            switch entry.value.content {
            case .text("dbus") where !isDefault:
                if let scheme = entry.key.scheme(diagnostics) { opener.byScheme[scheme] = .bus }
            case .text(let text):
                // D-Bus starts few apps.
                let expected = "a list: a program and its arguments"
                entry.value.refuse(
                    "'\(entry.key.text)'", isDefault ? expected : "'dbus' or \(expected)", diagnostics,
                    among: isDefault ? [] : ["dbus"], hint: text == "dbus" ? "" : entry.value.listHint)
            default:
                let command = command(entry.value, entry.key.text, adding: "the URL")
                if isDefault {
                    opener.standard = command ?? opener.standard
                } else if let scheme = entry.key.scheme(diagnostics) {
                    opener.byScheme[scheme] = command.map { .command($0) }
                }
            }
        }
    }

    private func readApps(_ node: YAMLNode, _ apps: inout [Settings.App]) {
        guard case .mapping(let entries) = node.content else {
            node.refuse("'apps'", "a mapping of schemes, as in {obsidian: {plus-as-space: true}}", diagnostics)
            return
        }
        for entry in entries {
            guard let scheme = entry.key.scheme(diagnostics),
                let section = Section(entry.value, named: "'\(scheme)'", of: .app, diagnostics: diagnostics)
            else { continue }
            let place = apps.firstIndex { $0.scheme == scheme }
            var app = place.map { apps[$0] } ?? Settings.App(scheme)
            app.plusAsSpace = section.flag("plus-as-space") ?? app.plusAsSpace
            app.secretNames = section.texts("secret")?.map(\.text) ?? app.secretNames
            if let place { apps[place] = app } else { apps.append(app) }
        }
    }

    /// A command that gets one more argument, which must not become code.
    private func command(_ node: YAMLNode, _ key: String, adding last: String) -> [String]? {
        guard let words = node.command(key, relativeTo: origin.folder, diagnostics) else { return nil }
        if let injection = CommandCheck.injection(appendingTo: words) {
            let harm =
                injection.kind == .code
                ? "\(injection.program) would run it as code" : "it would choose what \(injection.program) runs"
            diagnostics.mistake(node.location, "the daemon adds \(last) to '\(key)', and \(harm)")
        }
        return words
    }

    private func prompt(_ section: Section) -> [String]? {
        guard let node = section["prompt"] else { return nil }
        switch node.content {
        case .text("auto"): return nil
        case .list: return command(node, "prompt", adding: "the question")
        default:
            node.refuse(
                "'prompt'", "'auto' or a list: a program and its arguments", diagnostics, among: ["auto"],
                hint: node.listHint)
            return nil
        }
    }

    private func readHistory(_ node: YAMLNode, _ history: inout Settings.History) {
        let section = Section(node, named: "'history'", of: .history, diagnostics: diagnostics)
        guard let section else { return }
        history.keep = section.duration("keep") ?? history.keep
        if let size = section.size("size") {
            let isEnough = size >= Settings.History.minimumSize
            if isEnough { history.size = size } else { section.refuse("size", "at least 1MiB", "\(size) bytes") }
        }
        history.inputs = section.flag("inputs") ?? history.inputs
    }

    private func readLimits(_ node: YAMLNode, _ limits: inout Settings.Limits) {
        guard let section = Section(node, named: "'limits'", of: .limits, diagnostics: diagnostics) else { return }
        limits.connections = section.whole("connections") ?? limits.connections
        limits.running = section.whole("running") ?? limits.running
        limits.waiting = section.whole("waiting") ?? limits.waiting
        limits.parameters = section.whole("parameters") ?? limits.parameters
        limits.line = section.size("line") ?? limits.line
        limits.output = section.size("output") ?? limits.output
        limits.timeout = section.duration("timeout") ?? limits.timeout
    }
}
