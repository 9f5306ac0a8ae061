import DispatcherConfiguration
import Testing

/// The advice in the message of a refused command.
struct InjectionMessageTests {
    private func message(_ command: String, key: String = "run") throws -> String {
        let mistakes = try Configuration.routes(CommandLines.file(command, key: key)).mistakes
        #expect(mistakes.count == 1)
        return mistakes.first?.message ?? ""
    }

    /// The author's own line, made safe.
    static let rewritten: [(String, String)] = [
        ("[sh, -c, \"echo hi $x\"]", "[sh, -c, 'echo hi \"$$1\"', sh, $x]"),
        ("[sh, -c, \"echo \\\"hi $x\\\"\"]", "[sh, -c, 'echo \"hi $$1\"', sh, $x]"),
        ("[sh, -c, \"echo 'hi $x'\"]", "[sh, -c, 'echo ''hi ''\"$$1\"''''', sh, $x]"),
        (
            "[bash, -lc, \"ls $x | head -n $d; test a = $x\"]",
            "[bash, -lc, 'ls \"$$1\" | head -n \"$$2\"; test a = \"$$1\"', bash, $x, $d]"
        ),
        (
            "[sudo, -u, bob, sh, -c, \"echo ${x-url}\"]",
            "[sudo, -u, bob, sh, -c, 'echo \"$$1\"', sh, '${x-url}']"
        ),
        ("[sh, -c, \"echo $$1 $x\", me, first]", "[sh, -c, 'echo $$1 \"$$2\"', me, first, $x]"),
        ("[sh, [-c, \"n=$x; echo a=$x >> log\"]]", "[sh, -c, 'n=\"$$1\"; echo a=\"$$1\" >> log', sh, $x]"),
        (
            "[/bin/sh, -c, \"if test -e $x; then rm -- $x; fi\"]",
            "[/bin/sh, -c, 'if test -e \"$$1\"; then rm -- \"$$1\"; fi', sh, $x]"
        ),
    ]

    @Test(arguments: rewritten)
    func `prints the safe line`(command: String, line: String) throws {
        for key in ["run", "present"] {
            let text = try message(command, key: key)
            #expect(text.hasSuffix(" as code; write \(key): \(line), or use 'script'"), "\(text)")
            #expect(try Configuration.routes(CommandLines.file(line, key: key)).mistakes.isEmpty)
        }
    }

    /// Commands whose rewritten line might not do the same.
    static let general = [
        "[sh, -c, $x]",  // the value is the command
        "[sh, -c, \"$x --help\"]",
        "[sh, -c, \"true; $x\"]",
        "[sh, -c, \"./a=$x\"]",  // no assignment
        "[sh, -c, \"A=b $x\"]",
        "[sh, -c, \"if $x; then true; fi\"]",
        "[sh, -c, \"> log $x\"]",
        "[sh, -c, \"echo $$(ls $x)\"]",  // another shell inside
        "[sh, -c, \"echo `ls $x`\"]",
        "[sh, -c, \"eval echo $x\"]",
        "[sh, -c, \"ssh box ls $x\"]",  // another program reads it as code
        "[sh, -c, \"python3 -c 'print($x)'\"]",
        "[sh, -c, \"awk '/$x/'\"]",
        "[bash, -c, \"[[ $x -gt 1 ]]\"]",  // arithmetic runs the subscripts of arrays
        "[sh, -c, \"echo $$((1 + $x))\"]",
        "[sh, -c, 'echo \"$x']",  // no end of the quotes
        "[sh, -c, 'echo \\$x']",
        "[sh, -c, \"echo $x # $x\"]",
        "[sh, -c, 'ls \"$$@\" $x', sh, a]",  // another argument would be listed
        "[sh, -c, \"shift; echo $$1 $x\", sh, a]",
        "[sh, -c, \"echo $$$x\"]",
        "[find, ., -exec, sh, -c, \"echo $x\", \";\"]",
    ]

    @Test(arguments: general)
    func `prints the general form where the quotes are not certain`(command: String) throws {
        let program = command.hasPrefix("[bash") ? "bash" : "sh"
        let text = try message(command)
        #expect(
            text.hasSuffix(
                " as code; pass it as an argument, as in [\(program), -c, 'echo \"$$1\"', \(program), $x], or use 'script'"
            ),
            "\(text)")
    }

    static let messages: [(String, String)] = [
        (
            "[sh, -c, \"echo $x $d\"]",
            "sh would run the value of '$x' and '$d' as code; write run: [sh, -c, 'echo \"$$1\" \"$$2\"', sh, $x, $d], "
                + "or use 'script'"
        ),
        (
            "[sh, -c, \"echo $o\"]",  // an absent value would move the others
            "sh would run the value of '$o' as code; pass it as an argument, as in [sh, -c, 'echo \"$$1\"', sh, $o], "
                + "or use 'script'"
        ),
        (
            "[python3, -c, \"print('$x')\"]",
            "python3 would run the value of '$x' as code; pass it as an argument, "
                + "as in [python3, -c, 'import sys; print(sys.argv[1])', $x], or use 'script'"
        ),
        (
            "[ssh, box, \"ls $x\"]",
            "ssh would run the value of '$x' as code; ssh passes these words to a shell on another machine, "
                + "so send the value by 'stdin'"
        ),
        ("[sed, \"s/a/$x/\"]", "sed would run the value of '$x' as code; use 'script'"),
        ("[sudo, $x]", "the value of '$x' would choose what sudo runs; write that literally"),
        ("[sh, \"-$x\"]", "the value of '$x' would choose options of sh; write them literally"),
        (
            "[timeout, $o, ls, $x]",
            "the value of '$x' would choose what timeout runs; write that literally; the value moves there if an "
                + "argument before it is left out or repeated, so put optional inputs and arrays last"
        ),
    ]

    @Test(arguments: messages)
    func `says what would happen and what to write`(command: String, text: String) throws {
        #expect(try message(command) == text)
    }
}
