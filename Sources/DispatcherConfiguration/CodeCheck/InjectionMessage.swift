/// The message of a mistake: the effect of the value, and a command that the author can write instead.
struct InjectionMessage {
    let injection: Injection
    /// The key of the command: `run` or `present`.
    let key: String
    let arguments: [Argument]
    let fields: [InputField]

    /// - Parameter place: The index of the word among all words of the command.
    func text(at place: Int) -> String {
        let word = arguments.flatMap(\.templates)[place]
        let values = word.pieces.filter { !$0.isText }.reduce(into: [Template.Piece]()) { unique, piece in
            if !unique.contains(piece) { unique.append(piece) }
        }
        let names = values.map { "'\($0.shown)'" }
        let shown = names.count == 1 ? names.joined() : names.joined(separator: " and ")
        let program = injection.program
        let shift =
            injection.isShifted
            ? "; the value moves there if an argument before it is left out or repeated, "
                + "so put optional inputs and arrays last"
            : ""
        switch injection.kind {
        case .program: return "the value of \(shown) would choose what \(program) runs; write that literally\(shift)"
        case .option: return "the value of \(shown) would choose options of \(program); write them literally\(shift)"
        case .written:
            return "the value of \(shown) would choose the file that \(program) writes; write that literally\(shift)"
        case .variable:
            return
                "the value of \(shown) would be in \(program), which chooses what programs run; write that literally\(shift)"
        case .code: return "\(program) would run the value of \(shown) as code; \(advice(place, values))\(shift)"
        }
    }

    private func advice(_ place: Int, _ values: [Template.Piece]) -> String {
        let elements = values.map { Argument.element(Template(pieces: [$0])) }
        switch injection.remedy {
        case .positional:
            if let line = positionalLine(place) { return "write \(key): \(line), or use 'script'" }
            let example = [Argument](literals: [injection.program, "-c", "echo \"$1\"", injection.program])
            return "pass it as an argument, as in \(FlowText.list(example + elements)), or use 'script'"
        case .example(let words):
            let example = [Argument](literals: [injection.program] + words)
            return "pass it as an argument, as in \(FlowText.list(example + elements)), or use 'script'"
        case .standardInput:
            return "\(injection.program) passes these words to a shell on another machine, so send the value by 'stdin'"
        case .script: return "use 'script'"
        }
    }

    /// The author's own command with each value as an argument of the shell; nil if that is not certain to do the
    /// same.
    private func positionalLine(_ place: Int) -> String? {
        var place = place
        var index = 0
        while index < arguments.count, place >= arguments[index].templates.count {
            place -= arguments[index].templates.count
            index += 1
        }
        guard index < arguments.count, !arguments[index].mayBeAbsent(fields) else { return nil }
        // A group whose elements are always present is the same as its elements.
        let code = arguments[index].templates
        let before: [Argument] = arguments[..<index] + code[..<place].map { .element($0) }
        var after: [Argument] = code[(place + 1)...].map { .element($0) } + arguments[(index + 1)...]
        // The command of `find -exec` ends before the last argument.
        let ends = after.flatMap(\.templates).contains { [";", "+"].contains($0.literal) }
        guard !ends, !after.contains(where: { $0.mayBeAbsent(fields) }) else { return nil }
        if after.isEmpty { after = [Argument](literals: [injection.program]) }
        let count = after.reduce(0) { $0 + $1.templates.count }
        guard let rewriting = ShellRewriting(code[place], firstParameter: count) else { return nil }
        let values: [Argument] = rewriting.values.map { .element(Template(pieces: [$0])) }
        let line = FlowText.list(before + [Argument](literals: [rewriting.line]) + after + values)
        // Messages are printed in ASCII, and a backslash twice.
        let isPrintable = line.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }
        return isPrintable && line.utf8.count <= 1024 ? line : nil
    }
}

extension Template.Piece {
    fileprivate var isText: Bool {
        if case .text = self { true } else { false }
    }

    /// The piece as the file has it.
    fileprivate var shown: String {
        switch self {
        case .text(let text): text
        case .parameter(let name): NameRules.isVariable(name) ? "$\(name)" : "${\(name)}"
        case .request(let value): "${\(value.rawValue)}"
        }
    }
}
