import QueryCoding

extension Form<[String]> {
    private static var words: String { "a list: a program and its arguments" }

    /// A program and its arguments. A relative path of the program starts at the folder of the file.
    static var command: Form {
        Form(words, schema: JSONSchema.list(JSONSchema.scalar(mayBeOther: true), atLeast: 1)) {
            $0.command($1.key.text, relativeTo: $1.origin.folder, $1.diagnostics)
        }
    }

    /// A command to which the daemon adds one argument. The argument must not become code.
    static func command(adding last: String) -> Form {
        Form(words, schema: command.schema()) { [command] node, context in
            guard let words = command.read(node, context) else { return nil }
            if let injection = CommandCheck.injection(appendingTo: words) {
                context.diagnostics.mistake(
                    node.location, "the daemon adds \(last) to \(context.name), and \(injection.message(for: "it"))")
            }
            return words
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
            guard !text.isBelowHome else { return context.mistake(text.location, LocatedText.homeHint) }
            return RelativePath.resolve(text.text, relativeTo: context.origin.folder)
        }
    }
}

extension LocatedText {
    static let homeHint = "'~' is not expanded; write the whole path"

    /// Whether a shell would read the text as a path below the home folder.
    var isBelowHome: Bool {
        text.utf8.first == UInt8(ascii: "~") && (text.utf8.count == 1 || text.utf8.starts(with: "~/".utf8))
    }
}

extension YAMLNode {
    /// Reads a program and its arguments. A relative path of the program starts at the folder.
    fileprivate func command(_ key: String, relativeTo folder: String, _ diagnostics: Diagnostics) -> [String]? {
        guard let elements = words(of: key, diagnostics) else { return nil }
        let words = elements.compactMap { $0.text("an element of '\(key)'", diagnostics) }
        guard let program = words.first, !program.text.isEmpty else {
            diagnostics.mistake(location, "'\(key)' must name a program")
            return nil
        }
        if words[0].isBelowHome { diagnostics.mistake(words[0].location, LocatedText.homeHint) }
        return [RelativePath.program(program.text, relativeTo: folder)] + words.dropFirst().map(\.text)
    }
}

extension CommandCheck {
    /// The effect of a value as the last argument of a command, if it would certainly be more than data.
    fileprivate static func injection(appendingTo words: [String]) -> Injection? {
        let arguments = [Argument](literals: words) + [.element(Template(pieces: [.request(.url)]))]
        let found = CommandCheck(arguments, fields: []).injections[words.count]
        return [.code, .program].contains(found?.kind) ? found : nil
    }
}
