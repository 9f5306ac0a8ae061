/// Keys that other formats have, and what to write here for the same.
struct ForeignKeys: ExpressibleByDictionaryLiteral {
    /// By the key in lower case, without its dashes and underscores.
    private let spellings: [String: String]

    init(dictionaryLiteral elements: (String, String)...) { spellings = Dictionary(uniqueKeysWithValues: elements) }

    /// `; write 'min'` for `minimum` and `Minimum`; nil for an unknown key.
    func hint(for key: String) -> String? {
        spellings[key.lowercased().filter { $0 != "-" && $0 != "_" }].map { "; write \($0)" }
    }

    static let file: ForeignKeys = [
        "name": "'feature'", "description": "'summary'", "hosts": "'domains'", "host": "'domains'",
        "protocols": "'schemes'",
    ]

    static let route: ForeignKeys = [
        "command": "'run'", "cmd": "'run'", "exec": "'run'", "args": "'run'", "url": "'open'",
        "description": "'summary'", "parameters": "'input'", "params": "'input'", "inputs": "'input'",
        "arguments": "'input'", "pattern": "'path'", "route": "'path'", "id": "'name'",
    ]

    static let input: ForeignKeys = [
        "optional": optional, "required": optional, "nullable": optional, "enum": "'one-of'", "values": "'one-of'",
        "choices": "'one-of'", "regex": "'pattern'", "regexp": "'pattern'", "minimum": "'min'", "least": "'min'",
        "maximum": "'max'", "most": "'max'", "length": length, "minlength": length, "maxlength": length,
        "defaultvalue": "'default'", "folder": "'under'", "directory": "'under'", "dir": "'under'", "root": "'under'",
        "sensitive": "'secret'", "delimiter": "'separator'", "scheme": "'schemes'",
    ]

    private static let optional = "the type with '?' at its end, as in 'line?'"
    private static let length = "the length as a pattern, as in 'pattern: .{1,80}'"
}
