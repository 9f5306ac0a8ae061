/// The rules by which a program reads its command line, limited to the question which words become code.
struct CommandSyntax: Sendable, Hashable {
    /// Base names, as in `python` for `/usr/bin/python3.11`.
    var names: [String]
    let operands: Operands
    let options: Options
    /// Whether options may follow operands.
    var permutes = false
    /// Whether `NAME=value` may precede the operands, as with env(1).
    var takesAssignments = false
    /// Whether `+x` is an option too.
    var hasPlusOptions = false
    /// The rules of the subcommands. The first operand names a subcommand if its role is `.subcommand`. The rules of
    /// the name `*` apply to every subcommand that this list does not name.
    var subcommands: [CommandSyntax] = []
    /// The prefixes of the names of settings that run nothing; nil if each setting's name shows whether the setting
    /// runs something.
    var harmlessSettings: [String]?
    /// Whether a shell reads the words of code.
    var runsShell = false
    /// The way in which standard input becomes arguments of a command that the program starts.
    var input = Input.data
    /// The advice in the message of a mistake.
    var remedy = Remedy.script

    /// The meaning of a word.
    enum Role: Sendable, Hashable {
        /// The program only reads or prints the word.
        case data
        /// The program runs the text.
        case code
        /// The name of a file or module that the program runs.
        case program
        /// The first word of another command; the later words are its arguments.
        case command
        /// A whole command in one word, as with `env -S`.
        case commandLine
        /// The program for the words after the operands, as with `flatpak run --command=sh`.
        case commandName
        /// `KEY=value`, where some keys take a command, as with `ssh -o ProxyCommand=…`.
        case setting
        /// The `KEY` of a setting whose value is the next word, as with `git config alias.a …`.
        case settingName
        /// The number of a line, or code, as with `vim +7` and `vim +quit`.
        case line
        /// The name of a file that the program writes.
        case written
        /// The name of one of the subcommands.
        case subcommand
        /// The text that items of standard input replace, as with `xargs -I {}`.
        case placeholder
        /// The name of a file that is read in place of standard input, as with `xargs -a FILE`.
        case inputFile
    }

    /// The roles of the words that are neither options nor arguments of options.
    struct Operands: Sendable, Hashable {
        /// One role for each of the first operands.
        var first: [Role] = []
        /// The role of all later operands.
        var rest = Role.data
        /// Whether the program reads code from its standard input unless an operand holds or names the code.
        var readsInput = false
    }

    /// An option. A name that the table does not list is a flag.
    struct Option: Sendable, Hashable {
        /// The role of the option's argument; nil for a flag.
        var argument: Role?
        /// Whether the argument must be in the same word, as with `sed -i.bak`.
        var isAttachedOnly = false
        /// The roles of the operands after the option; nil if the option does not change them.
        var operands: Operands?
        /// Whether only the roles of the first operands change.
        var keepsRest = false
        /// Whether all later words are operands.
        var endsOptions = false
    }

    /// The meaning of a program's standard input that is not code.
    enum Input: Sendable, Hashable {
        /// The program reads its input.
        case data
        /// The items of the input become the last arguments of the command, as with xargs(1).
        case lastArguments
        /// The items of the input replace a text in the arguments of the command, as with `xargs -I {}`.
        case replacing(String)
    }

    /// The options of a program, stored as text and parsed on use, because a configuration uses few rows of the table.
    struct Options: Sendable, Hashable {
        private var lists: [List] = []

        private struct List: Sendable, Hashable {
            let names: String
            let option: Option
        }

        /// Adds options with the same meaning, separated by spaces. A later option replaces an earlier option of the
        /// same name.
        fileprivate mutating func add(_ names: String, _ option: Option) {
            if !names.isEmpty { lists.append(List(names: names, option: option)) }
        }

        subscript(name: String) -> Option? {
            lists.last { list in
                list.names.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(name.utf8) }
            }?.option
        }

        /// All options by name.
        var all: [String: Option] {
            lists.reduce(into: [:]) { all, list in
                for name in CommandSyntax.words(list.names) { all[name] = list.option }
            }
        }
    }

    /// The advice to the author of a refused command.
    enum Remedy: Sendable, Hashable {
        /// `$1`, `$2`, …, as in the POSIX shell.
        case positional
        /// The given words, followed by the value.
        case example([String])
        /// The program passes its words to a shell on another machine.
        case standardInput
        /// There is no way to pass an argument.
        case script
    }
}

extension CommandSyntax {
    /// Makes a row of the table. The texts list options, separated by spaces.
    /// - Parameters:
    ///   - permutes: Whether options may follow operands.
    ///   - code: Options whose argument is code that runs in place of the first operand.
    ///   - programs: Options whose argument names code that runs in place of the first operand.
    ///   - loads: Options whose argument is, or names, code that runs as well.
    ///   - codeOperand: Flags that make the first operand code.
    ///   - inputFlags: Flags that make the program read code from its standard input.
    ///   - settings: Options whose argument is `KEY=value`.
    ///   - writes: Options whose argument is the name of a file that the program writes.
    ///   - commands: Options that another command follows.
    ///   - values: Options whose argument is data.
    ///   - attached: Options whose argument, if any, is in the same word.
    ///   - flags: Words such as `-`, which would otherwise be operands.
    init(
        _ names: String, _ first: Role..., rest: Role = .data, readsInput: Bool = false, permutes: Bool = false,
        code: String = "", programs: String = "", loads: String = "", codeOperand: String = "", inputFlags: String = "",
        settings: String = "", writes: String = "", commands: String = "", values: String = "", attached: String = "",
        flags: String = "",
        others: KeyValuePairs<String, Option> = [:], remedy: Remedy = .script
    ) {
        self.names = Self.words(names)
        operands = Operands(first: first, rest: rest, readsInput: readsInput)
        var options = Options()
        for (name, option) in others { options.add(name, option) }
        options.add(code, Option(argument: .code, operands: Operands()))
        options.add(programs, Option(argument: .program, operands: Operands()))
        options.add(loads, Option(argument: .code))
        options.add(codeOperand, Option(operands: Operands(first: [.code])))
        options.add(inputFlags, Option(operands: Operands(readsInput: true)))
        options.add(settings, Option(argument: .setting))
        options.add(writes, Option(argument: .written))
        options.add(commands, Option(argument: .command))
        options.add(values, Option(argument: .data))
        options.add(attached, Option(argument: .data, isAttachedOnly: true))
        options.add(flags, Option())
        self.options = options
        self.permutes = permutes
        self.remedy = remedy
    }

    /// Splits by bytes for speed: each start of the daemon builds the whole table.
    static func words(_ list: String) -> [String] {
        list.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    /// Whether the program is a shell with `$1`, `$2` and so on.
    var isPOSIXShell: Bool { runsShell && remedy == .positional }

    /// Returns this row with other properties.
    func with(_ change: (inout CommandSyntax) -> Void) -> CommandSyntax {
        var copy = self
        change(&copy)
        return copy
    }

    /// Returns the option of that name; nil for a flag. Users may abbreviate the long options of GNU programs.
    func option(_ name: String) -> Option? {
        if let option = options[name] { return option }
        let long = options.all.filter { $0.key.hasPrefix(name) && name.utf8.count > 2 }
        return long.count == 1 ? long.first?.value : nil
    }

    /// Returns the row of a program by the last part of its path, without a version: `/usr/bin/python3.11` is `python`.
    static func of(_ program: String) -> CommandSyntax? {
        let name = RelativePath.name(of: program)
        if let row = byName[name] { return row }
        var base = name.utf8.prefix { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if base.last == UInt8(ascii: "-") { base.removeLast() }
        return base.count < name.utf8.count ? byName[String(Substring(base))] : nil
    }

    /// All rows: programs that run code, and programs that start other programs.
    static let table = [languages, tools, remotes, wrappers, containers, desktopPrograms, multiplexers].flatMap { $0 }

    private static let languages = shells + interpreters + textPrograms

    /// Whether a word names a program that runs another word as code because of an option, as with `sh -c`.
    static func isLanguage(_ word: String) -> Bool {
        guard let row = of(word) else { return false }
        return row.names.first.map(languageNames.contains) ?? false
    }

    private static let languageNames = Set(languages.compactMap { $0.names.first })

    private static let byName: [String: CommandSyntax] = table.reduce(into: [:]) { rows, row in
        for name in row.names { rows[name] = row }
    }
}
