/// Finds what shell code does to values that an author rarely means: an unquoted value becomes several words, and a value
/// in a file name can lead out of the folder.
struct ShellWarnings {
    /// The inputs by the names that they have in the code: of a variable, or of a positional parameter.
    private let inputs: [String: InputField]
    /// How the file writes a dollar sign.
    private let dollar: String
    private(set) var messages: [String] = []

    /// The warnings about the text of a script, in which each input is a variable.
    init(ofScript code: String, fields: [InputField]) {
        self.init(of: code, inputs: fields.reduce(into: [:]) { $0[$1.name] = $1 }, dollar: "$")
    }

    /// The warnings about an argument that a shell runs, in which each argument after it is a positional parameter.
    /// - Parameter arguments: From `$0` on.
    init(ofArgument code: String, arguments: some Sequence<Template>, fields: [InputField]) {
        var inputs: [String: InputField] = [:]
        for (number, argument) in arguments.enumerated() {
            guard let name = argument.parameterNames.first, let field = fields.first(where: { $0.name == name })
            else { continue }
            for name in [String(number), "@", "*"] where inputs[name] == nil { inputs[name] = field }
        }
        self.init(of: code, inputs: inputs, dollar: "$$")
    }

    private init(of code: String, inputs: [String: InputField], dollar: String) {
        self.inputs = inputs
        self.dollar = dollar
        for command in ShellText(code).commands {
            let (assignments, rest) = Self.split(command)
            for word in assignments { readName(word) }
            // These leave an unquoted value as it is, or are meant to split it.
            let keepsValues = rest.first?.literal.map { ["case", "for", "[[", "select"].contains($0) } ?? false
            for word in rest {
                if !keepsValues, word.role == .argument { readUnquoted(word) }
                readName(word)
            }
        }
    }

    /// The assignments at the head of a command, and the rest of it.
    private static func split(_ command: [ShellText.Word]) -> ([ShellText.Word], [ShellText.Word]) {
        let rest = command.drop { $0.isBeforeCommand }
        return (Array(command.prefix(command.count - rest.count)), Array(rest))
    }

    private mutating func add(_ message: String) {
        if !messages.contains(message) { messages.append(message) }
    }

    private mutating func readUnquoted(_ word: ShellText.Word) {
        for case .value(let name, let operation, isQuoted: false) in word.pieces {
            guard let field = inputs[name], field.mayBecomeWords else { continue }
            let shown = dollar + (operation.isEmpty ? name : "{\(name)\(operation)}")
            add("the shell splits \(shown) at blanks, and replaces * in it by the names of files; write \"\(shown)\"")
        }
    }

    /// Reads the name of a file, if the word is one.
    private mutating func readName(_ word: ShellText.Word) {
        var before = ""
        for piece in word.pieces {
            switch piece {
            case .text(let text): before += text
            case .output: before += "x"
            case .value(let name, let operation, _):
                let isWhole = word.pieces.count == 1
                let folder = FileNames.folder(in: before)
                if let field = inputs[name], field.mayLeaveFolder, !Self.removesFolders(operation),
                    folder != nil || word.role == .output && !isWhole && before.isEmpty
                {
                    add(FileNames.warning(of: field.name, in: folder))
                }
                before += "$\(name)"
            }
        }
    }

    /// Whether an expansion such as `${name##*/}` leaves no `/` in its value.
    private static func removesFolders(_ operation: String) -> Bool {
        operation == "##*/" || operation.hasPrefix("//\\/") || operation.hasPrefix("//[/") || operation.hasPrefix("#")
    }
}
