import TestSupport
import Testing

/// The names of the keys of files: DispatcherConfiguration has each once, in the declaration of the key.
struct KeyNameTests {
    /// The code of the module without comments, by file. CodeCheck knows commands, not keys.
    private static let texts: [(file: String, text: String)] = {
        let files = Repository.swiftFiles("Sources/DispatcherConfiguration").filter { !$0.contains("/CodeCheck/") }
        return files.map { file in
            let lines = ((try? Repository.text(file)) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            return (file, lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n"))
        }
    }()

    private static let declarations: [String] = texts.flatMap { _, text in
        text.matches(of: /\bKey(?:<[A-Za-z.]+>)?\(\s*"([a-z-]+)"/).map { String($0.1) }
    }

    /// The literals that are the name of a key and mean something else.
    private static let others: [String: String] = [
        "type": "a word of JSON Schema", "pattern": "a word of JSON Schema", "required": "a word of JSON Schema",
        "description": "a word of JSON Schema", "default": "the entry for all other schemes of 'opener'",
        "parameters": "a value of 'fragment'", "file": "what other languages call the type path",
        "input": "where a worker's mistake is", "name": "a value of 'as'",
    ]

    @Test func `each name of a key is written once`() {
        // Two mappings may have a key of the same name.
        #expect(Self.declarations.count > 80)
        // The title of a table, what other formats call a key, and the value of an example are no uses of a key.
        let codes = Self.texts.map { file, text in
            (file, text.replacing(/Table<[A-Za-z.]+>\(\s*"[^"]*"|(aliases|example): "[^"]*"/, with: ""))
        }
        for name in Set(Self.declarations).subtracting(Self.others.keys) {
            var places: [String] = []
            for (file, code) in codes {
                places += repeatElement(file, count: code.ranges(of: "\"\(name)\"").count)
            }
            #expect(places.count == Self.declarations.count { $0 == name }, "'\(name)' is in \(places)")
        }
    }
}
