/// Finds uses of values in shell code that an author rarely intends: an unquoted value becomes several words, and a
/// value in a file name can lead out of the folder.
struct ShellWarnings {
    /// The inputs by their names in the code: a variable, or a positional parameter.
    private let inputs: [String: InputField]
    /// The spelling of a dollar sign in the file.
    private let dollar: String
    private(set) var messages: [String] = []

    /// Makes the warnings about a script's text, in which each input is a variable.
    init(ofScript code: String, fields: [InputField]) {
        self.init(of: code, inputs: fields.reduce(into: [:]) { $0[$1.name] = $1 }, dollar: "$")
    }

    /// Makes the warnings about an argument that a shell runs as code. Each later argument is a positional parameter.
    /// - Parameter arguments: The arguments from `$0` on.
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
            // These commands leave an unquoted value as it is, or are meant to split it.
            let keepsValues = rest.first?.literal.map { ["case", "for", "[[", "select"].contains($0) } ?? false
            for word in rest {
                if !keepsValues, word.role == .argument { readUnquoted(word) }
                readName(word)
            }
        }
    }

    /// Splits a command into its leading assignments and the remaining words.
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

    /// Reads a word that is the name of a file.
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

    /// Whether an expansion such as `${name##*/}` removes each `/` from its value.
    private static func removesFolders(_ operation: String) -> Bool {
        operation == "##*/" || operation.hasPrefix("//\\/") || operation.hasPrefix("//[/") || operation.hasPrefix("#")
    }
}
