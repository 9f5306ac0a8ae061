import XCallbackURL

extension Form<Settings.Opener> {
    /// A command for all schemes, or a mapping of schemes.
    static var opener: Form {
        let program = Form<[String]>.command(adding: "the URL")
        let expectation = "a list (a program and its arguments) or a mapping of schemes to such lists"
        return Form(
            expectation,
            schema: JSONSchema.any(of: [
                program.schema(), JSONSchema.entries(program.schema()),
            ])
        ) { node, context in
            var opener = Settings.Opener()
            switch node.content {
            case .list: opener.standard = program.read(node, context) ?? opener.standard
            case .mapping(let entries):
                for entry in entries {
                    if entry.key.text == "default" {
                        opener.standard = program.read(entry.value, context.at(entry.key)) ?? opener.standard
                    } else if let scheme = entry.key.scheme(context) {
                        opener.byScheme[scheme] = program.read(entry.value, context.at(entry.key))
                    }
                }
            case .text, .nothing, .refused: node.refuse(context.name, expectation, context.diagnostics)
            }
            return opener
        }
    }
}

extension Form<[Settings.App]> {
    /// The settings for calling apps, by scheme.
    static var apps: Form {
        Form<[(Scheme, YAMLNode, ValueContext)]>.entries(
            "a mapping of schemes, as in {obsidian: {plus-as-space: true}}", Settings.App.keys.schema
        ) { entry, context in
            entry.key.scheme(context).map { ($0, entry.value, context) }
        }.map { entries in
            var apps = Settings.App.known
            for (scheme, node, context) in entries {
                let place = apps.firstIndex { $0.scheme == scheme } ?? apps.endIndex
                if place == apps.endIndex { apps.append(Settings.App(scheme: scheme)) }
                Settings.App.keys.read(node, into: &apps[place], context)
            }
            return apps
        }
    }
}
