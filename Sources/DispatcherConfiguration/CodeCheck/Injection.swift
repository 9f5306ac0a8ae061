/// A value of a request that would be, or might be, more than data at its place in a command.
struct Injection: Hashable {
    let kind: Kind
    /// The program that would read the value, by its name in the command.
    let program: String

    /// - `unknown`: the program has no row in the table
    /// - `code`: the program would run the value as code
    /// - `program`: the value would choose what the program runs
    /// - `option`: the value would choose options of the program
    /// - `item`: the value would become arguments of the program, and so choose its options
    /// - `place`: the table does not say that the program takes a value at this place only as data
    /// - `unlisted`: the value comes after an option or subcommand that the row of the program does not have
    /// - `variable`: the value would be in an environment variable that may choose what programs run
    enum Kind: Hashable { case unknown, code, program, option, item, place, unlisted(String), variable(String) }

    /// The message of a mistake: the effect of the value, and what the author can write instead.
    /// - Parameter value: The value in the message, such as `the value of '$x'`.
    func message(for value: String) -> String {
        switch kind {
        case .unknown:
            "'check' does not know \(program), so \(value) may be more than text to it; let the route ask, "
                + "give the input a type such as int, date or one-of, or use 'script'"
        case .code: "\(program) would run \(value) as code; \(example)use 'script'"
        case .program: "\(value) would choose what \(program) runs; write that literally"
        case .option: "\(value) would choose options of \(program); write them literally"
        case .item: "\(value) would choose options of \(program); write '--' as the last word"
        case .variable(let name):
            "\(value) would be in \(name), which may choose what programs run; use a variable whose name begins with MY_"
        case .unlisted(let word):
            "\(value) comes after '\(word)', unknown to 'check' in \(program); check the value in a 'script'"
        case .place: "\(program) may take \(value) for more than text here; \(safePlaces)check the value in a 'script'"
        }
    }

    private var row: CommandSyntax? { CommandSyntax.rows[program] ?? CommandSyntax.of(program) }

    private var example: String {
        guard let example = row?.example, !example.isEmpty else { return "" }
        return "pass it as an argument, as in [\(program), \(example), $x], or "
    }

    /// The places at which the table lets the program have values.
    private var safePlaces: String {
        guard let row else { return "" }
        let options = row.options.filter { $0.value == .data }.keys.sorted().prefix(8)
        var places: [String] = []
        if row.rest == .data || row.operands.contains(.data) { places.append("after '--'") }
        if let rest = row.rest, [.file, .link, .folder].contains(rest) { places.append("if its type is path or url") }
        if !options.isEmpty { places.append("as the argument of \(options.joined(separator: ", "))") }
        return places.isEmpty ? "" : "it is text \(places.joined(separator: " or ")); or "
    }
}
