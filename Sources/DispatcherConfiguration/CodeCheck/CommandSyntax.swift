/// What a program takes as plain data, by its row in ``text``. A value anywhere else in the program's words is a mistake.
struct CommandSyntax {
    /// The meaning of an operand, or of an option and its argument.
    ///
    /// - `data`: only data
    /// - `file`: the name of a file, which a first character such as `+` or `@` would make something else
    /// - `link`: a URL whose scheme is literal and not `file`, or the name of an open file
    /// - `web`: a link of the web, or the name of an open file
    /// - `body`: data after a first literal character other than `@`
    /// - `field`: data after a literal `=`
    /// - `folder`: a folder whose content the program may run
    /// - `word`: a literal word
    /// - `code`: literal program text, or the name of a program's file; the remaining operands are data of that program
    /// - `command`: a program, whose arguments follow
    /// - `sub`: a subcommand, or an option that changes what the words are, which has a row of its own
    /// - `variable`: an assignment, `NAME=value`
    /// - `flag`: an option without an argument
    /// - `glued`: an option whose argument, if any, is in the same word. An option that ends in `=` has a role for that
    ///   argument alone
    /// - `run`: an option after which a program and its arguments follow
    /// - `pair`: an option with two arguments, a literal name and data
    enum Role: String {
        case data, file, link, web, body, field, folder, word, code, command, sub, variable, flag, glued, run, pair
    }

    let operands: [Role]
    /// The role of all operands after ``operands``; nil where a value is a mistake.
    let rest: Role?
    private(set) var options: [String: Role] = [:]
    /// Words about the whole program: `stdin`, `words`, `plus`, `assigns`, `items`, `permutes`, `dashed`,
    /// `plain` (all words are data), `ends` (program text in an option ends the options), `launches` (runs
    /// the files that are programs).
    let traits: Set<Substring>
    /// A safe form for messages, as a routes file has it; empty without one.
    let example: String

    /// Reads a row without its names: `OPERANDS ; ROLE OPTIONS ; is TRAITS ; try EXAMPLE`.
    private init(_ row: Substring) {
        let parts = row.split(separator: ";").map { $0.split(separator: " ") }
        func words(_ key: String) -> [Substring] { Array(parts.first { $0.first == key[...] }?.dropFirst() ?? []) }
        operands = (parts.first ?? []).compactMap { Role(rawValue: String($0)) }
        rest = parts.first?.last.flatMap { $0.hasSuffix("*") ? Role(rawValue: String($0.dropLast())) : nil }
        traits = Set(words("is"))
        example = words("try").joined(separator: " ")
        for part in parts.dropFirst() {
            guard let role = part.first.flatMap({ Role(rawValue: String($0)) }) else { continue }
            for word in part.dropFirst() {
                // Flags of one letter are written as a group, such as `-abc`.
                if role == .flag, word.first == "-", word.dropFirst().first != "-", !traits.contains("words") {
                    for letter in word.dropFirst() { options["-\(letter)"] = role }
                } else {
                    options[String(word)] = role
                }
            }
        }
    }

    /// Whether the program runs words of its command as code.
    var runsCode: Bool { operands.contains(.code) || options.values.contains(.code) }

    func has(_ trait: Substring) -> Bool { traits.contains(trait) }

    /// Returns the row of a program by the last part of its path, without a version: `/usr/bin/python3.11` is `python`.
    static func of(_ program: String) -> CommandSyntax? { name(of: program).flatMap { rows[$0] } }

    /// Whether a program is in no folder of packages, so that its author is the one who wrote the route.
    static func isOwn(_ program: String) -> Bool {
        let packages = "/usr/ /bin/ /sbin/ /lib /opt/ /snap/ /nix/ /gnu/ /var/ /etc/ /proc/ /run/ /mnt/"
        return program.hasPrefix("/usr/local/")
            || program.contains("/") && !packages.split(separator: " ").contains(where: program.hasPrefix)
    }

    /// Returns the name under which a program has a row.
    static func name(of program: String) -> String? {
        let name = RelativePath.name(of: program)
        if rows[name] != nil { return name }
        var base = name[...]
        while let last = base.last, "0123456789.-".contains(last) { base.removeLast() }
        return rows[String(base)] != nil ? String(base) : nil
    }

    /// The programs whose command lines `check` can judge: one row for each program, subcommand or group of such.
    ///
    /// A value is accepted only where the row says that the word is data. An option or a subcommand without a place in
    /// its row makes a mistake of each value of the program. So each row leaves out the options that run code, load code
    /// or settings, choose a program, or write a file. A row of a name alone is a program that accepts no value.
    static let text = String(decoding: PackageResources.commands_txt, as: UTF8.self)

    /// All rows by their names.
    static let rows = text.split(separator: "\n").reduce(into: [String: CommandSyntax]()) { rows, line in
        // The name of a subcommand may have a colon.
        guard line.first != "#", let colon = line.firstRange(of: " :") else { return }
        let row = CommandSyntax(line[colon.upperBound...])
        for name in line[..<colon.lowerBound].split(separator: ",") {
            rows[name.split(separator: " ").joined(separator: " ")] = row
        }
    }
}
