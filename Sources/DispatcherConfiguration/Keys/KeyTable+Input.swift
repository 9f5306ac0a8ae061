extension KeyTable {
    /// The options of an input
    package static let input = KeyTable(
        "an input", anyOf: ["type", "one-of"],
        [
            KeyDefinition(
                "type", .input, "The type; '?' after its name makes the input optional, and [TYPE] is an array.",
                example: "input: {count: {type: \"int?\", min: 1}}"),
            KeyDefinition(
                "one-of", .list(.text, atLeast: 1), "The values to choose from.",
                example: "input: {priority: {one-of: [low, high]}}"),
            KeyDefinition(
                "min", .number, "The least value of an int or a number.", example: "input: {words: {type: int, min: 1}}"
            ),
            KeyDefinition(
                "max", .number, "The greatest value of an int or a number.",
                example: "input: {words: {type: int, max: 500}}"),
            KeyDefinition(
                "pattern", .form(.expression),
                "A regular expression that the whole string or line matches; without back-references and look-around.",
                example: "input: {key: {type: line, pattern: \"[A-Z]+-[0-9]+\"}}"),
            KeyDefinition(
                "default", .either([.text, .list(.text)]), "The value of an absent input.",
                example: "input: {words: {type: int, default: 100}}"),
            KeyDefinition(
                "secret", .flag, standard: "false", "The value is left out of journal, log, history and questions.",
                example: "input: {pin: {type: line, secret: true}}"),
            KeyDefinition(
                "under", .form(.place), "The folder of a path; every path needs one.",
                example: "input: {file: {type: path, under: /srv/notes}}"),
            KeyDefinition(
                "entry", .flag, standard: "false",
                "The path names an entry to make, rename or remove, which need not exist.",
                example: "input: {file: {type: path, under: /srv/notes, entry: true}}"),
            KeyDefinition(
                "schemes", .either([.word(["any"]), .list(.form(.scheme))]),
                "The schemes that a url may have.", example: "input: {page: {type: url, schemes: [https]}}"),
            KeyDefinition(
                "separator", .form(.separator), "What separates the items of an array in one text.",
                example: "input: {tags: {type: [line], separator: \",\"}}"),
        ])
}
