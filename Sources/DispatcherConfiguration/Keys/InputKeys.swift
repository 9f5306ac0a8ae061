import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The keys of an input with options.
enum InputKeys {
    static let type = Key<InputDraft>(
        "type", Form("a type", schema: JSONSchema.typeWithOptions) { node, _ in node }, \.typeNode,
        "The type; '?' after its name makes the input optional, and [TYPE] is an array.", example: "\"int?\"")
    static let choice = Key<InputDraft>(
        "one-of", .list(of: .text, atLeast: 1, orElse: "'one-of' needs at least one value"), \.choices,
        aliases: "enum values choices", "The values to choose from.", example: "[low, high]")
    static let min = Key<InputDraft>(
        "min", .number, \.min, only: .types(.int, .number), aliases: "minimum least", "The least value.",
        with: "type: int", example: "1")
    static let max = Key<InputDraft>(
        "max", .number, \.max, only: .types(.int, .number), aliases: "maximum most", "The greatest value.",
        with: "type: int", example: "500")
    static let pattern = Key<InputDraft>(
        "pattern", .expression, \.pattern, only: .types(.string, .line), aliases: "regex regexp",
        "A regular expression that the whole text matches; without back-references and look-around.",
        with: "type: line", example: "\"[A-Z]+-[0-9]+\"")
    static let standard = Key<InputDraft>(
        "default", .raw(Form<[String]>.oneOrMore(.text)), \.defaultValue, aliases: "defaultvalue",
        "The value if the input is absent.", with: "type: int", example: "100")
    static let secret = Key<InputDraft>(
        "secret", .flag, \.declaredSecret, aliases: "sensitive",
        """
        The value is left out of journal, log, history and questions. Without this key, the value is left out if the name is \
        a name of secrets, such as token.
        """, with: "type: line", example: "true")
    static let under = Key<InputDraft>(
        "under", .place, \.folder, only: .types(.path), aliases: "folder directory dir root",
        "The folder that contains the path, which may be relative to the folder or absolute; the type path requires this key.",
        with: "type: path", example: "/srv/notes"
    )

    static let maps = Key<InputDraft>(
        "maps", .prefixes, \.maps, only: .types(.path),
        """
        Folders of another machine, and the folders in 'under' that take their place: an absolute path below such a folder \
        is accepted.
        """,
        with: "type: path, under: /srv/notes", example: "{/var/www/html: /srv/notes}")

    static let table = Table<InputDraft>(
        "AN INPUT", frame: .flow("input: {value: {", "}}"), anyOf: [type, choice],
        foreign: [
            "optional required nullable": "write the type with '?' at its end, as in 'line?'",
            "length minlength maxlength": "write the length as a pattern, as in 'pattern: .{1,80}'",
        ]
    ) {
        type
        choice
        min
        max
        pattern
        standard
        Key(
            "description", .description, \.description, "What the value means, for an agent.", with: "type: line",
            example: "The title of the note")
        secret
        under
        maps
        Key(
            "as", .words(["name": true]), \.isNamed, only: .types(.path),
            """
            The command gets the absolute name of the file, for a program that hands the file to another program, such as \
            xdg-open. Without this key, the command gets a name of the open file, which holds while the command runs. A path below a folder that \
            others may write is error 400.
            """,
            with: "type: path, under: /srv/notes", example: "name")
        Key(
            "schemes", .word("any", as: { .any }, or: Form<[Scheme]>.list(of: .scheme).map { .listed(Set($0)) }),
            \.schemes, only: .types(.url), aliases: "scheme", "The schemes that the URL may have.", with: "type: url",
            example: "[https]")
        Key(
            "separator",
            .text("'newline' or one ASCII character that is neither a letter nor a digit", words: ["newline"]) {
                ItemSeparator($0)
            }, \.separator, only: .array, aliases: "delimiter",
            "The separator of the items of an array that is one text.", with: "type: [line]", example: "\",\"")
    }
}

extension Condition<InputDraft> {
    /// The type is one of the given types.
    fileprivate static func types(_ types: InputTypeName...) -> Condition {
        let names = listed(types.map(\.rawValue), "and")
        return Condition(
            predicate: "goes with the type\(types.count > 1 ? "s" : "") \(names)"
        ) { draft, _ in draft.field.map { types.contains($0.type.kind) } ?? true }
    }

    fileprivate static let array = Condition(
        predicate: "goes with an array, as in {type: [line], separator: \",\"}"
    ) { draft, _ in draft.field?.isArray ?? true }
}

extension Form<LocatedText> {
    /// A number of a kind that depends on the type.
    fileprivate static var number: Form {
        .raw("a decimal number", schema: .record([("type", "number")])) { text in
            Int(text) != nil || Double.read(text) != nil
        }
    }
}

extension Form<TextPattern> {
    fileprivate static var expression: Form {
        .located("a regular expression", mayBeOther: true) { text, context in
            guard !text.text.isEmpty else { return context.mistake(text.location, "\(context.name) is empty") }
            do throws(TextPatternError) {
                return try TextPattern(text.text)
            } catch {
                return context.mistake(text.location, "in /\(text.text)/: \(error)")
            }
        }
    }
}

extension Form<[(prefix: String, folder: String)]> {
    /// Absolute paths, each with the folder that takes its place.
    fileprivate static var prefixes: Form {
        .entries(
            "a mapping of absolute paths to folders, as in {/var/www/html: /srv/site}", Form<String>.place.schema()
        ) { entry, context in
            let path = entry.key.text.utf8.dropFirst().reversed().drop { $0 == UInt8(ascii: "/") }.reversed()
            guard entry.key.text.utf8.first == UInt8(ascii: "/"), path.isEmpty || InputType.isPath(path) else {
                return context.mistake(
                    entry.key.location,
                    "'\(entry.key.text)' is not an absolute path without empty segments, '.' or '..'")
            }
            return Form<String>.place.read(entry.value, context).map { (entry.key.text, $0) }
        }
    }
}

/// The options of an input in a file.
struct InputDraft {
    var typeNode: YAMLNode?
    var choices: [String]?
    var min: LocatedText?
    var max: LocatedText?
    var pattern: TextPattern?
    var defaultValue: YAMLNode?
    var description: String?
    var declaredSecret: Bool?
    var folder: String?
    var maps: [(prefix: String, folder: String)] = []
    var isNamed = false
    var schemes: URLSchemes?
    var separator: ItemSeparator?
    /// The field that the type alone describes; nil until the type is known, and after a mistake in the type.
    var field: InputField?
}
