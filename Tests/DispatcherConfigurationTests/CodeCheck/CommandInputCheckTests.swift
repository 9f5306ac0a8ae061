import DispatcherConfiguration
import Testing

/// A value on the standard input of a command never becomes code.
struct CommandInputCheckTests {
    /// Commands that run a value on their standard input, with the program that runs it.
    static let refused: [(String, String)] = [
        ("[sh]", "sh"), ("[bash, -s, $x]", "bash"), ("[python3]", "python3"), ("[python3, \"-\", $x]", "python3"),
        ("[ssh, box]", "ssh"), ("[env, A=b, node]", "node"), ("[fish]", "fish"), ("[zsh]", "zsh"),
        ("[csh, -s]", "csh"), ("[tcsh]", "tcsh"), ("[pwsh]", "pwsh"), ("[perl]", "perl"), ("[ruby]", "ruby"),
        ("[php]", "php"), ("[lua]", "lua"), ("[julia]", "julia"), ("[guile]", "guile"), ("[sqlite3, db]", "sqlite3"),
        ("[psql, db]", "psql"), ("[mysql]", "mysql"), ("[deno, run]", "deno run"), ("[rbash]", "rbash"),
        ("[nu]", "nu"), ("[R, --no-save]", "R"), ("[octave]", "octave"), ("[tclsh]", "tclsh"), ("[wish]", "wish"),
        ("[expect, \"-\"]", "expect"), ("[gnuplot]", "gnuplot"), ("[raku]", "raku"), ("[scala]", "scala"),
        ("[su]", "su"), ("[su, kim]", "su"), ("[adb, shell]", "adb shell"), ("[at, now]", "at"), ("[batch]", "batch"),
        ("[crontab, \"-\"]", "crontab"), ("[gdb, prog]", "gdb"), ("[gdb, -x, script, prog]", "gdb"), ("[lldb]", "lldb"),
        ("[ex, file]", "ex"), ("[ed, file]", "ed"), ("[red, file]", "red"), ("[dc]", "dc"), ("[m4]", "m4"),
        ("[parallel]", "parallel"),
        // By the name of a file.
        ("[sh, /dev/stdin]", "sh"), ("[sh, -e, /dev/stdin, $x]", "sh"), ("[python3, /dev/stdin]", "python3"),
        ("[perl, /dev/stdin]", "perl"), ("[node, /dev/fd/0]", "node"), ("[ruby, /proc/self/fd/0]", "ruby"),
        ("[awk, -f, /dev/stdin, f]", "awk"), ("[awk, -f, \"-\", f]", "awk"), ("[gawk, --file=/dev/stdin, f]", "gawk"),
        ("[sed, -f, /dev/stdin]", "sed"), ("[sed, -f, \"-\", f]", "sed"), ("[psql, -f, \"-\"]", "psql"),
        ("[make, -f, \"-\"]", "make"), ("[make, --file=/dev/stdin, all]", "make"), ("[gdb, -x, /dev/stdin]", "gdb"),
        ("[vim, -S, /dev/stdin]", "vim"), ("[emacs, --load, /dev/stdin]", "emacs"), ("[Rscript, \"-\"]", "Rscript"),
        ("[bash, --rcfile, /dev/stdin]", "bash"), ("[crontab, /dev/stdin]", "crontab"),
        // In code that is written down.
        ("[ssh, box, bash, -s]", "bash"), ("[ssh, box, python3]", "python3"), ("[ssh, box, \"cd /srv && sh\"]", "sh"),
        ("[ssh, -p, \"22\", box, --, \"sudo sh\"]", "sh"), ("[sh, -c, \"python3 -\"]", "python3"),
        ("[sh, -c, \"umask 077; exec bash\"]", "bash"), ("[sh, -c, \"cat | bash\"]", "bash"),
        ("[sh, -c, \"if true; then A=b perl; fi\"]", "perl"), ("[bash, -c, \"x=$$(python3)\"]", "python3"),
        ("[sh, -c, \"jq -r .cmd | sh -s\"]", "sh"), ("[su, kim, -c, bash]", "bash"), ("[sg, audio, sh]", "sh"),
        ("[watch, sh]", "sh"),
        // As the arguments of a command.
        ("[xargs, -I, \"{}\", sh, -c, \"echo {}\"]", "sh"), ("[xargs, sh, -c]", "sh"),
        ("[xargs, -n1, bash, -c]", "bash"),
        ("[xargs, -I%, sh, -c, \"echo %\"]", "sh"), ("[xargs, -i, sh, -c, \"echo {}\"]", "sh"),
        ("[xargs, --replace=X, sh, -c, \"echo X\"]", "sh"), ("[xargs, -I, \"{}\", \"{}\"]", "xargs"),
        ("[xargs, -0, python3]", "python3"), ("[xargs, env]", "env"), ("[xargs, timeout, \"5\"]", "timeout"),
        ("[xargs, timeout]", "timeout"), ("[xargs, ssh, box]", "ssh"), ("[xargs, awk]", "awk"),
        ("[xargs, git, -c]", "git"), ("[xargs, make]", "make"), ("[xargs, ssh]", "ssh"),
        ("[sh, -c, \"xargs sh -c\"]", "sh"),
        ("[env, A=b, xargs, -I, \"{}\", perl, -e, \"{}\"]", "perl"), ("[parallel, sh, -c]", "sh"),
        ("[parallel, sh, -c, \"{}\"]", "sh"), ("[parallel, \"ssh box {}\"]", "ssh"), ("[parallel, python3]", "python3"),
    ]

    @Test(arguments: refused)
    func `a value on standard input that would be code is a mistake`(command: String, program: String) throws {
        for input in ["$x", "json"] {
            let file = CommandLines.file(command) + "    stdin: \(input)\n"
            let mistakes = try Configuration.routes(file).mistakes.map(\.description)
            #expect(mistakes.count == 1, "\(mistakes)")
            let effects = ["would run its standard input as code", "would choose what \(program) runs"]
            #expect(mistakes.first?.hasPrefix("routes.d/notes.yaml:7:5: ") == true, "\(mistakes)")
            #expect(
                mistakes.allSatisfy { mistake in
                    mistake.contains(program) && effects.contains(where: mistake.contains)
                }, "\(mistakes)")
        }
        #expect(try Configuration.routes(CommandLines.file(command)).mistakes.isEmpty)
    }

    static let legal = [
        "[sh, script.sh]", "[sh, -c, cat]", "[python3, -c, x]", "[ssh, box, cat]", "[cat]", "[lua, -e, x]",
        "[psql, -c, x]", "[su, kim, -c, cat]", "[adb, shell, cat]", "[at, -f, script, now]", "[crontab, file]",
        "[awk, \"{ print }\", /dev/stdin]", "[sed, p, /dev/stdin]", "[cat, /dev/stdin]",
        "[python3, script.py, /dev/stdin]",
        "[awk, -f, script.awk, \"-\"]", "[tar, -xf, \"-\"]", "[vim, \"-\"]", "[make, all]", "[git, apply]",
        "[git, commit, -F, \"-\"]", "[ssh, box, \"cat > note\"]", "[ssh, box, tee, -a, note]",
        "[ssh, box, python3, script.py]", "[ssh, box, \"python3 -c 'import sys'\"]", "[sh, -c, \"sh < script.sh\"]",
        "[sh, -c, \"jq .a | tee note\"]", "[sh, -c, \"python3 script.py\"]", "[sh, -c, 'echo bash']",
        "[sh, -c, \"grep -c sh\"]", "[sh, -c, \"cat <<'END'\\nsh\\nEND\"]", "[sh, -c, \"# sh\\ncat\"]",
        "[xargs, rm, --]", "[xargs]", "[xargs, -I, \"{}\", cp, \"{}\", /srv]", "[xargs, sh, -c, 'echo \"$$1\"', sh]",
        "[xargs, -I, \"{}\", sh, -c, 'echo \"$$1\"', sh, \"{}\"]", "[xargs, -a, list, sh, -c]",
        "[xargs, --arg-file=list, sh, -c]", "[xargs, grep, -e]", "[xargs, sudo, -u, kim, ls]",
        "[parallel, gzip]", "[parallel, \"gzip {}\"]", "[parallel, -j, \"2\", convert, \"{}\", \"{}.png\"]",
        "[notes-add, --lang, python]", "[wl-copy]", "[mail, -s, note]", "[gdb-report]", "[tmux, load-buffer, \"-\"]",
        "[docker, exec, -i, box, cat]", "[jq, .a]", "[sort]", "[tee, note]",
    ]

    @Test(arguments: legal)
    func `a value on standard input that is data is no mistake`(command: String) throws {
        let file = CommandLines.file(command) + "    stdin: $x\n"
        #expect(try Configuration.routes(file).mistakes == [])
    }
}
