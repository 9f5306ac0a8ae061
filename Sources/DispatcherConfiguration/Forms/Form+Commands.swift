import QueryCoding

extension Form<[String]> {
    /// A program and its arguments. A relative path of the program starts at the folder of the file.
    static var command: Form {
        Form(
            "a list: a program and its arguments",
            schema: JSONSchema.list(JSONSchema.scalar(mayBeOther: true), atLeast: 1)
        ) { node, context in
            let (key, diagnostics) = (context.key.text, context.diagnostics)
            guard let elements = node.words(of: key, diagnostics) else { return nil }
            let words = elements.compactMap { $0.text("an element of '\(key)'", diagnostics) }
            guard let program = words.first, !program.text.isEmpty else {
                return context.mistake(node.location, "'\(key)' must name a program")
            }
            if program.text.isBelowHome { diagnostics.mistake(program.location, String.homeHint) }
            return [RelativePath.program(program.text, relativeTo: context.origin.folder)]
                + words.dropFirst().map(\.text)
        }
    }

    /// A command to which the daemon adds one argument. The argument must not become code.
    static func command(adding last: String) -> Form {
        command.checking { words, node, context in
            let arguments = [Argument](literals: words) + [.element(Template(pieces: [.request(.url)]))]
            guard let injection = CommandCheck(arguments, fields: []).injections[words.count],
                [.code, .program].contains(injection.kind)
            else { return }
            context.diagnostics.mistake(
                node.location, "the daemon adds \(last) to \(context.name), and \(injection.message(for: "it"))")
        }
    }

    /// A program that asks a question. kdialog that shows no question ends with 0, which would be a yes.
    static var dialog: Form {
        command(adding: "the question").checking { words, node, context in
            let asking = [
                "zenity": "--question",
                "kdialog": "--yesno --yesnocancel --warningyesno --warningyesnocancel --warningcontinuecancel",
            ]
            for name in CommandCheck([Argument](literals: words), fields: []).programs.map(RelativePath.name) {
                guard let options = asking[name]?.split(separator: " ").map(String.init),
                    !options.contains(where: words.contains)
                else { continue }
                context.diagnostics.mistake(
                    node.location,
                    "'\(name)' asks only with \(alternatives(options)); remove 'prompt', and xcallbackd asks with zenity or kdialog"
                )
            }
        }
    }
}

extension Form<YAMLNode> {
    /// A command with values in it. The command is read later, when the input is known.
    static var template: Form {
        Form("a list: a program and its arguments", schema: schema) { node, _ in node }
    }

    private static var schema: QueryValue {
        let argument = JSONSchema.scalar(mayBeOther: true)
        return JSONSchema.list(JSONSchema.any(of: [argument, JSONSchema.list(argument, atLeast: 1)]), atLeast: 1)
    }

    /// A value that is read later, when more of the file is known.
    static func raw<Other>(_ form: Form<Other>) -> Form {
        Form(form.expectation, kind: form.kind, schema: form.schema()) { node, _ in node }
    }

    /// A mapping that is read later, when more of the file is known.
    static func mapping<Model>(of table: Table<Model>) -> Form {
        Form(table.expectation, schema: table.schema) { node, _ in node }
    }
}

extension Form<String> {
    /// The path of a file or folder. A relative path starts at the folder of the file.
    static var place: Form {
        .located("a path") { text, context in
            guard !text.text.isEmpty else { return context.mistake(text.location, "\(context.name) is empty") }
            guard !text.text.isBelowHome else { return context.mistake(text.location, String.homeHint) }
            return RelativePath.resolve(text.text, relativeTo: context.origin.folder)
        }
    }
}

extension String {
    static let homeHint = "'~' is not expanded; write the whole path"

    /// Whether a shell would read the text as a path below the home folder.
    var isBelowHome: Bool { self == "~" || utf8.starts(with: "~/".utf8) }
}
