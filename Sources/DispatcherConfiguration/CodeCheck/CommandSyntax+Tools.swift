/// Tools with a way to run a command: an option, a setting, or a language of their own.
extension CommandSyntax {
    static let tools = [
        CommandSyntax(
            "make gmake", rest: .code, permutes: true, programs: "-f --file --makefile", loads: "--eval",
            values: "-C --directory -I --include-dir -o --old-file -W --what-if",
            attached: "-j --jobs -l --load-average -O"),
        git,
        CommandSyntax(
            "tar bsdtar gtar",
            permutes: true,
            loads: "--checkpoint-action --to-command -I --use-compress-program -F --info-script --new-volume-script "
                + "--rsh-command --rmt-command",
            values: "-f --file -C --directory -X --exclude-from -T --files-from -g --exclude -b -L -N -V --label -K"),
        CommandSyntax(
            "gdb lldb", readsInput: true,
            permutes: true,
            loads: "-ex --ex -iex --iex -eval-command --eval-command -o -O --one-line --one-line-before-file",
            values: "-p -d -cd --cd -core --core",
            others: [
                "-x": Option(argument: .program), "--command": Option(argument: .program),
                "-command": Option(argument: .program), "-ix": Option(argument: .program),
                "-s": Option(argument: .program), "--source": Option(argument: .program),
            ]),
        CommandSyntax(
            "vi vim nvim gvim vimdiff view rvim",
            loads: "-c --cmd --remote-send --remote-expr -S -s -u -U -l --listen",
            values: "-t -T -i -w -W -r --server --servername",
            others: ["+": Option(argument: .line, isAttachedOnly: true)]
        ).with {
            $0.permutes = true
            $0.hasPlusOptions = true
        },
        CommandSyntax(
            "ex ed red", readsInput: true, loads: "-c", others: ["+": Option(argument: .code, isAttachedOnly: true)]
        ).with {
            $0.permutes = true
            $0.hasPlusOptions = true
        },
        CommandSyntax(
            "less more most", loads: "-k", values: "-b -p -P -t -x -z -y -h -j",
            others: ["+": Option(argument: .line, isAttachedOnly: true)]
        )
        .with {
            $0.permutes = true
            $0.hasPlusOptions = true
        },
        CommandSyntax("man", permutes: true, loads: "-P --pager -H --html", values: "-M --manpath -S -s -L -C"),
        CommandSyntax("split csplit", permutes: true, loads: "--filter", values: "-a -b -C -l -n -t"),
        CommandSyntax("sort", permutes: true, loads: "--compress-program", values: "-o --output -k --key -t -T -S"),
        CommandSyntax(
            "parallel", rest: .code, readsInput: true,
            values:
                "-j --jobs -n -N -L -P --tmpdir --results --joblog --timeout --delay -d --delimiter -C --colsep -k -S",
            others: [
                ":::": Option(operands: Operands()), "::::": Option(operands: Operands()),
                ":::+": Option(operands: Operands()), "-a": Option(argument: .data, operands: Operands(rest: .code)),
                "--arg-file": Option(argument: .data, operands: Operands(rest: .code)),
            ]
        ).with {
            $0.runsShell = true
            $0.input = .lastArguments
        },
        CommandSyntax("socat", rest: .code, values: "-b -t -T -lp -ls -lf -r -R -x -D"),
        CommandSyntax(
            "nc ncat netcat", permutes: true, loads: "-e --exec -c --sh-exec --lua-exec", values: "-p -w -s -i -q -x -X"
        ),
        CommandSyntax(
            "fzf sk",
            permutes: true, loads: "--preview --bind --execute --become",
            values: "-q --query -f --filter --prompt --header -d --delimiter -n --nth --with-nth"),
        CommandSyntax(
            "yt-dlp youtube-dl",
            permutes: true,
            loads: "--exec --exec-before-download --downloader --external-downloader --config-location "
                + "--config-locations --plugin-dirs --use-postprocessor",
            values: "-o --output -f --format -P --paths --cookies"),
        CommandSyntax("mpv", permutes: true, loads: "--script --scripts --include --config-dir --input-conf"),
        CommandSyntax(
            "wget", permutes: true, loads: "-e --execute --use-askpass --config", values: "-O -o -P -U --header"),
        CommandSyntax("zip", permutes: true, loads: "-TT --unzip-command", values: "-x -i -P -b"),
        CommandSyntax(
            "pandoc", permutes: true, loads: "-F --filter -L --lua-filter --pdf-engine", values: "-f -t -o -V -M"),
        CommandSyntax("nmap", permutes: true, loads: "--script", values: "-p -oN -oX -iL"),
        CommandSyntax("tcpdump", permutes: true, loads: "-z", values: "-i -w -r -c -s -G -C"),
        CommandSyntax("dc m4", readsInput: true, programs: "-f --file", loads: "-e --expression"),
    ]

    private static let git = CommandSyntax(
        "git", .subcommand, loads: "--exec-path", settings: "-c --config-env",
        values: "-C --git-dir --work-tree --namespace"
    ).with {
        $0.harmlessSettings = ["user.", "author.", "committer.", "color.", "column.", "i18n.", "log.", "status."]
        $0.subcommands = [
            CommandSyntax("rebase", permutes: true, loads: "-x --exec", values: "--onto -s -X"),
            CommandSyntax("bisect", .subcommand).with { $0.subcommands = [CommandSyntax("run", .command)] },
            CommandSyntax("submodule", .subcommand).with { $0.subcommands = [CommandSyntax("foreach", rest: .code)] },
            CommandSyntax(
                "filter-branch",
                loads: "--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter "
                    + "--tag-name-filter --setup"),
            CommandSyntax(
                "grep", permutes: true, loads: "-O --open-files-in-pager", values: "-e -f -A -B -C -m --max-depth"),
            CommandSyntax("difftool", permutes: true, loads: "-x --extcmd", values: "-t --tool"),
            CommandSyntax(
                "clone", permutes: true, loads: "-u --upload-pack --template", settings: "-c --config",
                values: "-b --branch -o --depth"),
            CommandSyntax(
                "fetch pull ls-remote fetch-pack", permutes: true, loads: "--upload-pack", values: "--depth -o -j"),
            CommandSyntax("push send-pack", permutes: true, loads: "--receive-pack --exec", values: "-o --push-option"),
            CommandSyntax("archive", permutes: true, loads: "--exec", values: "-o --output --prefix --format --remote"),
            CommandSyntax(
                "send-email", permutes: true, loads: "--smtp-server --sendmail-cmd --to-cmd --cc-cmd --header-cmd"),
            CommandSyntax("config", .settingName, values: "-f --file --blob --type --default"),
            CommandSyntax("*"),
        ]
    }

    /// Programs that read, print or send their words, so that the name of an interpreter among them is only a word.
    static func isPlain(_ program: String) -> Bool { plainPrograms.contains(RelativePath.name(of: program)) }

    private static let plainPrograms = Set(
        words(
            "echo printf test [ expr grep egrep fgrep rg ag ack notify-send dunstify zenity kdialog yad logger curl wl-copy "
                + "pgrep pkill killall pidof which whereis apropos apt apt-get apt-cache dpkg"))

    /// Terminal multiplexers, which type text into the terminals that they manage.
    static let multiplexers = [
        CommandSyntax("tmux", .subcommand, loads: "-c -f", values: "-L -S -T").with {
            $0.subcommands = [
                // A word that ends with `;` ends the command.
                CommandSyntax("set-buffer setb", .data, rest: .code, values: "-b -t -n"),
                CommandSyntax("*", rest: .code, values: "-t -s -c -x -y -b"),
            ]
        },
        CommandSyntax(
            "screen", .command, programs: "-c", values: "-S -t -T -d -r -D -R -p -e -h",
            others: ["-X": Option(operands: Operands(rest: .code))]),
    ]
}
