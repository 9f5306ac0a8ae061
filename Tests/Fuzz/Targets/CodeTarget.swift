@testable import DispatcherConfiguration

/// The check of commands ends for any words. A command in which a value is a mistake stays refused after every program
/// that only starts it; one without values is never refused; and after an option that the table does not have, each value
/// is a mistake.
struct CodeTarget: FuzzTarget {
    static let name = "code"
    static let maximumLength = 96
    static func seeds() -> [[UInt8]] { Seeds.texts(after: 16).map { Array($0.prefix(maximumLength)) } }

    private static let fields = [
        InputField(name: "a", type: .line), InputField(name: "b", type: .line, isOptional: true),
        InputField(name: "c", type: .string, isArray: true), InputField(name: "n", type: .int(min: nil, max: nil)),
        InputField(name: "p", type: .path(under: "/srv")), InputField(name: "o", type: .oneOf(["-x", "log"])),
    ]
    private static let rows = CommandSyntax.rows
    private static let names = rows.keys.flatMap { $0.split(separator: " ").map(String.init) }
    private static let programs = Array(Set(names + ["unknown", "/usr/bin/python3", "./sh"])).sorted()
    private static let options = Array(Set(rows.values.flatMap(\.options.keys))).sorted()
    private static let words = [
        "", "-", "--", ";", "+", "{}", "a", "A=b", "PATH=", "LANG=", "--setenv=LD_PRELOAD=", "-c", "-lc", "echo ",
        "/dev/stdin", "run", "exec", "foreach", ":::", "/srv/", "~/n/", "sh -c ls", "--x=", "--no-such-option",
    ]
    /// Programs that only start what follows.
    private static let wrappers = [["env"], ["nohup"], ["setsid", "-f"], ["sudo", "-u", "kim"], ["unknown", "--"]]

    func check(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let program = input.pick(Self.programs)
        let arguments = [Argument](literals: [program]) + (0..<(1 + input.below(6))).map { _ in Self.argument(&input) }
        let found = CommandCheck(arguments, fields: Self.fields)
        let again = CommandCheck(arguments, fields: Self.fields)
        try require(
            found.injections == again.injections && found.inputInjection == again.inputInjection, "two verdicts")
        let literals = [Argument](literals: arguments.flatMap(\.templates).map { $0.literal ?? "v" })
        try require(CommandCheck(literals, fields: Self.fields).injections.isEmpty, "a literal command is refused")
        let wrapper = input.pick(Self.wrappers)
        let wrapped = CommandCheck([Argument](literals: wrapper) + arguments, fields: Self.fields)
        for (place, injection) in found.injections {
            try require(
                wrapped.injections[place + wrapper.count] != nil,
                "\(injection) is accepted after \(wrapper): \(arguments)")
        }
        try require(
            found.inputInjection == nil || wrapped.inputInjection != nil, "its input is accepted after \(wrapper)")
        let spoilt = [arguments[0]] + [Argument](literals: ["--no-such-option"]) + arguments.dropFirst()
        // echo(1) prints an option that it does not have.
        let isKnown = CommandSyntax.of(program)?.has("plain") == false
        for (place, template) in spoilt.flatMap(\.templates).enumerated() where template.literal == nil {
            guard case .parameter("a")? = template.pieces.first, isKnown else { continue }
            try require(
                CommandCheck(spoilt, fields: Self.fields).injections[place] != nil, "accepted after an unknown option")
        }
        for injection in found.injections.values { _ = injection.message(for: "a value") }
    }

    private static func argument(_ input: inout FuzzInput) -> Argument {
        let kind = input.below(8)
        guard kind == 0 else { return .element(template(&input)) }
        return .group((0..<(1 + input.below(2))).map { _ in template(&input) })
    }

    private static func template(_ input: inout FuzzInput) -> Template {
        var pieces: [Template.Piece] = []
        let kind = input.below(8)
        switch kind {
        case 0...1: pieces.append(.text(input.pick(options)))
        case 2: pieces.append(.text(input.pick(programs)))
        case 3...5: pieces.append(.text(input.pick(words)))
        default: break
        }
        if kind > 3 {
            pieces.append(input.below(4) == 0 ? .request(.url) : .parameter(input.pick(fields).name))
            if input.below(4) == 0 { pieces.append(.text(input.pick(words))) }
        }
        return Template(pieces: pieces.filter { $0 != .text("") })
    }
}
