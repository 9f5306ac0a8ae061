import XCallbackURL

extension Form<Settings.Opener> {
    /// A command for all schemes, or a mapping of schemes.
    static var opener: Form {
        let program = Form<[String]>.command(adding: "the URL")
        let way = Form<Settings.Opener.Way>.word("dbus", as: { .bus }, or: program.map { .command($0) })
        let expectation = "a list (a program and its arguments) or a mapping of schemes to such lists or 'dbus'"
        return Form(
            expectation,
            schema: JSONSchema.any(of: [
                program.schema(), JSONSchema.entries(Pattern.scheme, way.schema(), standard: program.schema()),
            ])
        ) { node, context in
            var opener = Settings.Opener()
            switch node.content {
            case .list: opener.standard = program.read(node, context) ?? opener.standard
            case .mapping(let entries):
                for entry in entries { read(entry, into: &opener, program, way, context.at(entry.key)) }
            case .text, .nothing, .refused:
                node.refuse(context.name, expectation, context.diagnostics)
            }
            return opener
        }
    }

    private static func read(
        _ entry: YAMLNode.Entry, into opener: inout Settings.Opener, _ program: Form<[String]>,
        _ way: Form<Settings.Opener.Way>, _ context: ValueContext
    ) {
        if entry.key.text != "default" {
            guard let scheme = entry.key.scheme(context.diagnostics) else { return }
            opener.byScheme[scheme] = way.read(entry.value, context)
        } else if case .text("dbus") = entry.value.content {
            // `dbus` cannot be the default, because D-Bus starts few apps.
            entry.value.refuse(context.name, program.kind, context.diagnostics)
        } else {
            opener.standard = program.read(entry.value, context) ?? opener.standard
        }
    }
}

extension Form<[Settings.App]> {
    /// The settings for calling apps, by scheme.
    static var apps: Form {
        .entries(
            "a mapping of schemes, as in {obsidian: {plus-as-space: true}}", names: Pattern.scheme,
            Settings.App.keys.schema
        ) { entries, context in
            var apps = Settings.App.known
            for entry in entries {
                guard let scheme = entry.key.scheme(context.diagnostics) else { continue }
                let place = apps.firstIndex { $0.scheme == scheme } ?? apps.endIndex
                if place == apps.endIndex { apps.append(Settings.App(scheme)) }
                Settings.App.keys.read(entry.value, into: &apps[place], context.at(entry.key))
            }
            return apps
        }
    }
}
