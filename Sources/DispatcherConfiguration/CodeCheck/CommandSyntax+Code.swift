/// The programs that run code: shells, interpreters, and programs with their own language.
extension CommandSyntax {
    static let shells = [
        CommandSyntax(
            "sh bash dash zsh ksh mksh ash posh yash rbash lksh oksh", .program, readsInput: true, codeOperand: "-c",
            inputFlags: "-s", values: "-o -O +o +O",
            others: ["--rcfile": Option(argument: .program), "--init-file": Option(argument: .program)],
            remedy: .positional
        ).with {
            $0.hasPlusOptions = true
            $0.runsShell = true
        },
        CommandSyntax("csh tcsh", .program, readsInput: true, codeOperand: "-c", inputFlags: "-s"),
        CommandSyntax("elvish nu xonsh osh", .program, readsInput: true, code: "-c --commands"),
        CommandSyntax(
            "fish", .program, readsInput: true, code: "-c --command", loads: "-C --init-command",
            values: "-d --debug -o --debug-output -f --features --profile --profile-startup",
            remedy: .example(["-c", "echo $argv[1]"])),
        CommandSyntax(
            "pwsh powershell", .program, readsInput: true, code: "-EncodedCommand -ec", programs: "-File -f",
            values: "-ExecutionPolicy -WorkingDirectory -wd",
            others: [
                "-Command": Option(operands: Operands(rest: .code)),
                "-command": Option(operands: Operands(rest: .code)),
                "-c": Option(operands: Operands(rest: .code)),
            ]),
        CommandSyntax("eval", rest: .code),
    ]

    static let interpreters = [
        CommandSyntax(
            "python pypy", .program, readsInput: true, values: "-W -X",
            others: [
                "-c": Option(argument: .code, operands: Operands(), endsOptions: true),
                "-m": Option(argument: .program, operands: Operands(), endsOptions: true),
            ],
            remedy: .example(["-c", "import sys; print(sys.argv[1])"])),
        CommandSyntax(
            "perl", .program, readsInput: true, loads: "-M -m -F", values: "-I", attached: "-i -C -D -x",
            others: [
                "-e": Option(argument: .code, operands: Operands(), keepsRest: true),
                "-E": Option(argument: .code, operands: Operands(), keepsRest: true),
                // `perl -n` runs an operand that ends with `|`, in place of reading a file.
                "-n": Option(operands: Operands(first: [.program], rest: .code, readsInput: true)),
                "-p": Option(operands: Operands(first: [.program], rest: .code, readsInput: true)),
            ],
            remedy: .example(["-e", "print $ARGV[0]"])),
        CommandSyntax(
            "ruby", .program, readsInput: true, code: "-e", loads: "-r --require -F", values: "-I -C -E -K --encoding",
            attached: "-i -x -T -W", remedy: .example(["-e", "puts ARGV[0]"])),
        CommandSyntax(
            "node nodejs bun", .program, readsInput: true, code: "-e --eval -p --print -pe",
            loads: "-r --require --import --loader --experimental-loader", values: "-C --conditions",
            remedy: .example(["-e", "console.log(process.argv[1])"])),
        CommandSyntax("deno", .subcommand).with {
            $0.subcommands = [CommandSyntax("eval", .code), CommandSyntax("run", .program, readsInput: true)]
        },
        CommandSyntax(
            "php", .program, readsInput: true, code: "-r --run -B --process-begin -R --process-code -E --process-end",
            programs: "-f --file -F --process-file", loads: "-z",
            values: "-d --define -c --php-ini -S --server -t --docroot",
            remedy: .example(["-r", "echo $argv[1];"])),
        CommandSyntax(
            "lua luajit", .program, readsInput: true, loads: "-l",
            others: ["-e": Option(argument: .code, operands: Operands(first: [.program]))]),
        CommandSyntax(
            "julia", .program, readsInput: true, code: "-e --eval -E --print", loads: "-L --load",
            values: "-p -t -J -C", remedy: .example(["-e", "println(ARGS[1])"])),
        CommandSyntax("Rscript", .program, code: "-e"),
        CommandSyntax("R octave", readsInput: true, programs: "-f --file", loads: "-e --eval", values: "-g -d"),
        CommandSyntax("tclsh wish", .program, readsInput: true),
        CommandSyntax(
            "expect", .program, readsInput: true, programs: "-f -b", others: ["-c": Option(argument: .code)]),
        CommandSyntax("gnuplot", .program, rest: .program, readsInput: true, loads: "-e", values: "-p"),
        CommandSyntax("raku", .program, readsInput: true, code: "-e", loads: "-M", values: "-I"),
        CommandSyntax("groovy scala elixir", .program, readsInput: true, code: "-e", values: "-cp -classpath"),
        CommandSyntax("erl", loads: "-eval -run -s"),
        CommandSyntax("guile", .program, readsInput: true, code: "-c", programs: "-s", loads: "-l -e", values: "-L -C"),
        CommandSyntax("emacs", loads: "--eval -eval --execute -f --funcall -l --load --script", values: "-d"),
        CommandSyntax(
            "emacsclient", permutes: true,
            values: "-s --socket-name -f --server-file -d --display -F --frame-parameters",
            others: [
                "-e": Option(operands: Operands(rest: .code)), "--eval": Option(operands: Operands(rest: .code)),
                "-a": Option(argument: .program), "--alternate-editor": Option(argument: .program),
            ]),
    ]

    /// Programs whose own small language can start commands or write files.
    static let textPrograms = [
        CommandSyntax(
            "awk gawk mawk nawk", .code, code: "-e --source", programs: "-f --file -E --exec",
            loads: "-i --include -l --load", values: "-v --assign -F --field-separator",
            remedy: .example(["BEGIN { print ARGV[1] }"])),
        CommandSyntax(
            "sed gsed", .code, permutes: true, code: "-e --expression", programs: "-f --file",
            values: "-l --line-length",
            attached: "-i --in-place"),
        CommandSyntax(
            "sqlite", .data, rest: .code, readsInput: true, loads: "-cmd --cmd -init --init",
            values: "-separator -newline -nullvalue -mmap -vfs"),
        CommandSyntax(
            "psql", readsInput: true, permutes: true, code: "-c --command", programs: "-f --file",
            values: "-h --host -p --port -U --username -d --dbname -v --set -o --output -F -R -L"),
        CommandSyntax(
            "mysql mariadb", readsInput: true, permutes: true, code: "-e --execute", loads: "--init-command",
            values: "-h --host -P --port -u --user -D --database -S --socket"),
    ]

    /// Programs that pass their words to a shell, here or on another machine.
    static let remotes = [
        CommandSyntax(
            "ssh mosh autossh", .data, rest: .code, readsInput: true, loads: "-F -I --ssh", settings: "-o",
            values: "-B -b -c -D -E -e -i -J -L -l -m -O -p -P -Q -R -S -W -w", remedy: .standardInput
        ).with { $0.runsShell = true },
        CommandSyntax("scp sftp", permutes: true, loads: "-F -S", settings: "-o", values: "-c -i -J -l -P -B -b -R"),
        CommandSyntax(
            "rsync", permutes: true, loads: "-e --rsh --rsync-path", values: "-f --filter -B -T -M --exclude --include"),
        CommandSyntax(
            "watch", rest: .code, values: "-n --interval -q --equexit",
            others: [
                "-x": Option(operands: Operands(first: [.command])),
                "--exec": Option(operands: Operands(first: [.command])),
            ]
        ).with { $0.runsShell = true },
        CommandSyntax(
            "su", .data, readsInput: true, code: "-c --command --session-command",
            values: "-g --group -G --supp-group -w --whitelist-environment", flags: "-",
            others: [
                "-s": Option(argument: .program), "--shell": Option(argument: .program),
            ]
        ).with(Self.shellOfUser),
        CommandSyntax(
            "runuser", .data, readsInput: true, code: "-c --command --session-command",
            values: "-g --group -G --supp-group -w --whitelist-environment", flags: "-",
            others: [
                "-u": Option(argument: .data, operands: Operands(first: [.command])),
                "--user": Option(argument: .data, operands: Operands(first: [.command])),
                "-s": Option(argument: .program), "--shell": Option(argument: .program),
            ]
        ).with(Self.shellOfUser),
        CommandSyntax("sg", .data, .code, loads: "-c").with(Self.shellOfUser),
        CommandSyntax("adb", .subcommand, values: "-s -t -H -P").with {
            $0.subcommands = [CommandSyntax("shell exec-out exec-in", rest: .code, readsInput: true)]
        },
        CommandSyntax(
            "ansible ansible-playbook", .data,
            permutes: true,
            loads: "-a --args -e --extra-vars -m --module-name --ssh-common-args "
                + "--ssh-extra-args --become-exe",
            values: "-i --inventory -l --limit -u --user -f --forks -t --tags"),
        CommandSyntax("at batch", readsInput: true, programs: "-f", values: "-q -t"),
        CommandSyntax("crontab", .program, readsInput: true, values: "-u"),
        CommandSyntax(
            "script", permutes: true, loads: "-c --command",
            values:
                "-E --echo -I --log-in -O --log-out -B --log-io -T --log-timing -m --logging-format -o --output-limit"),
    ]

    private static func shellOfUser(_ row: inout CommandSyntax) {
        row.permutes = true
        row.runsShell = true
    }
}
