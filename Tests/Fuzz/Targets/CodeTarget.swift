import QueryCoding

@testable import DispatcherConfiguration

/// The check of commands and scripts ends for any words. A command in which a value would be code stays refused behind
/// every program that only starts it; one without values is never refused; and the line that a message offers is accepted.
struct CodeTarget: FuzzTarget {
    static let name = "code"
    static let maximumLength = 96
    static func seeds() -> [[UInt8]] {
        Seeds.texts(after: 16).map { Array($0.prefix(maximumLength)) }
            + scripts.map { [UInt8(0), UInt8($0.utf8.count)] + Array($0.utf8) }
    }

    private static let scripts = [
        "cat <<'E' | sh -s; rm $a\nE\nls > ~/n/\"$b\".md", "case $a in *) echo `x \"$b\"` ;; esac # $c",
        "[[ $a ]] && f 2>&1 <$b",
        "echo ${a:-$(date)} $((1 + $b)) \\$c '$a'\"${b##*/}\"", "if A=b exec sudo -u kim python3 -; then :; fi",
    ]

    private static let fields = [
        InputField(name: "a", type: .line), InputField(name: "b", type: .line, isOptional: true),
        InputField(name: "c", type: .string, isArray: true), InputField(name: "n", type: .int(min: nil, max: nil)),
    ]
    private static let rows = CommandSyntax.table
    private static let programs = rows.flatMap(\.names) + ["cat", "unknown", "grep", "/usr/bin/python3", "./sh"]
    private static let options = Array(Set(rows.flatMap { $0.options.all.keys })).sorted()
    private static let words = [
        "", "-", "--", ";", "+", "{}", "a", "A=b", "PATH=", "--setenv=LD_PRELOAD=", "-c", "-lc", "echo ", "echo {}",
        "/dev/stdin",
        "run", "exec", "foreach", ":::", "alias.a", "user.name", "/srv/", "~/n/", "sh -c ls", "--x=",
    ]
    /// Programs that only start what follows.
    private static let wrappers = [
        ["env"], ["nice", "-n", "5"], ["timeout", "5"], ["sudo", "-u", "kim"], ["setsid", "-f"], ["unknown", "--"],
        ["flatpak-spawn", "--host"], ["docker", "exec", "box"],
    ]

    func check(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        if input.byte() == 0 {
            return checkScript(input.text())
        }
        let program = input.pick(Self.programs)
        let arguments = [Argument](literals: [program]) + (0..<(1 + input.below(6))).map { _ in Self.argument(&input) }
        let found = CommandCheck(arguments, fields: Self.fields)
        try require(found.injections == CommandCheck(arguments, fields: Self.fields).injections, "two verdicts")
        let literals = [Argument](literals: arguments.flatMap(\.templates).map { $0.literal ?? "v" })
        try require(CommandCheck(literals, fields: Self.fields).injections.isEmpty, "a literal command is refused")
        let wrapper = input.pick(Self.wrappers)
        if CommandSyntax.of(program) != nil {
            let wrapped = CommandCheck([Argument](literals: wrapper) + arguments, fields: Self.fields)
            for (place, injection) in found.injections {
                let kind = wrapped.injections[place + wrapper.count]?.kind
                try require(kind == injection.kind, "\(injection) behind \(wrapper): \(String(describing: kind))")
            }
            try require(
                (found.inputInjection == nil) == (wrapped.inputInjection == nil),
                "standard input behind \(wrapper): \(FlowText.list(arguments))")
        }
        // Of two mistakes, the line that is offered for one still has the other.
        for (place, injection) in found.injections where found.injections.count == 1 {
            let message = InjectionMessage(injection: injection, key: "run", arguments: arguments, fields: Self.fields)
            try checkOffer(of: message.text(at: place))
        }
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

    /// Reads the command that a message offers in place of the refused one.
    private func checkOffer(of message: String) throws {
        guard let start = message.firstRange(of: "; write run: ")?.upperBound,
            let end = message.firstRange(of: ", or use 'script'")?.lowerBound, start < end
        else { return }
        let file =
            "schemes: [t]\nroutes:\n- name: r\n  path: /r\n  input: {a: line, b: line?, c: [string], n: int}\n"
            + "  run: \(message[start..<end])\n"
        let diagnostics = Diagnostics()
        let origin = FileOrigin(path: "/srv/f.yaml", shown: "f.yaml", isOwn: true)
        let node = YAMLReader.read(Array(file.utf8), file: origin.shown, diagnostics: diagnostics)
        _ = node.map { FeatureReader(origin: origin, diagnostics: diagnostics, settings: Settings()).feature($0) }
        let refusals = diagnostics.mistakes.filter { $0.message.contains("as code") }
        try require(node != nil && refusals.isEmpty, "the offered line is refused: \(file) \(refusals)")
    }

    private func checkScript(_ text: String) {
        _ = ShellWarnings(ofScript: text, fields: Self.fields).messages
        let command = [Argument](literals: ["sh", "-c", text, "sh"]) + [.element(Template(pieces: [.parameter("a")]))]
        _ = CommandCheck(command, fields: Self.fields).inputInjection
    }
}
