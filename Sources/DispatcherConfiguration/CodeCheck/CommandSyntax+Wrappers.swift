/// The programs that start another program, named in the rest of their command line.
extension CommandSyntax {
    static let wrappers = [
        CommandSyntax(
            "env", .command, values: "-u --unset -C --chdir", flags: "-",
            others: [
                "-S": Option(argument: .commandLine), "--split-string": Option(argument: .commandLine),
            ]
        ).with { $0.takesAssignments = true },
        CommandSyntax(
            "sudo", .command,
            values: "-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T "
                + "--command-timeout -U --other-user -D --chdir -R --chroot"
        ).with { $0.takesAssignments = true },
        CommandSyntax("doas", .command, loads: "-C", values: "-u"),
        CommandSyntax("pkexec", .command, values: "--user"),
        CommandSyntax("nice", .command, values: "-n --adjustment"),
        CommandSyntax("ionice", .command, values: "-c --class -n --classdata -p --pid -P --pgid -u --uid"),
        CommandSyntax(
            "nohup setsid chronic busybox toybox strace ltrace gamemoderun torsocks", .command, values: "-o -e"),
        CommandSyntax("timeout", .data, .command, values: "-k --kill-after -s --signal"),
        CommandSyntax("stdbuf", .command, values: "-i --input -o --output -e --error"),
        CommandSyntax("time", .command, values: "-f --format -o --output"),
        CommandSyntax("chroot", .data, .command, values: "--userspec --groups"),
        CommandSyntax(
            "chrt taskset", .data, .command, values: "-T --sched-runtime -P --sched-period -D --sched-deadline"),
        CommandSyntax(
            "unshare nsenter", .command, values: "-t --target -S --setuid -G --setgid -R --root -w --wd --wdns"),
        CommandSyntax("setpriv prlimit", .command),
        CommandSyntax("systemd-inhibit systemd-cat", .command, values: "-t --identifier -p --priority"),
        CommandSyntax(
            "systemd-run", .command, settings: "-p --property --path-property --socket-property --timer-property",
            values: "-u --unit -M --machine -H --host -E --setenv --description --slice --uid --gid --nice "
                + "--working-directory --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive "
                + "--on-calendar --service-type"),
        CommandSyntax("dbus-run-session", .command, values: "--config-file", flags: "-"),
        CommandSyntax("flock", .data, .command, loads: "-c --command", values: "-w --timeout -E --conflict-exit-code")
            .with { $0.permutes = true },
        CommandSyntax(
            "xargs", .command,
            values: "-a --arg-file -d --delimiter -E -I -L -n --max-args -P --max-procs -s --max-chars "
                + "--process-slot-var",
            attached: "-e --eof -i --replace -l --max-lines"),
        CommandSyntax("find", commands: "-exec -execdir -ok -okdir").with { $0.permutes = true },
        CommandSyntax("flatpak", .subcommand, values: "--installation").with {
            $0.subcommands = [
                CommandSyntax("run", .program, others: ["--command": Option(argument: .commandName)])
            ]
        },
        CommandSyntax("docker podman", .subcommand, values: "-H --host -c --context --config --url").with {
            $0.subcommands = [
                CommandSyntax("exec", .data, .command, values: "-e --env --env-file -u --user -w --workdir"),
                CommandSyntax(
                    "run", .program, .command,
                    values: "-e --env --env-file -u --user -w --workdir -v --volume -p --publish --name --network "
                        + "--mount -h --hostname -l --label",
                    others: ["--entrypoint": Option(argument: .commandName)]),
            ]
        },
    ]

    /// Terminals, and programs that control a window manager, whose words can start commands.
    static let desktopPrograms = [
        CommandSyntax(
            "xterm x-terminal-emulator alacritty konsole", commands: "-e --command",
            values: "-T --title -title -geometry -fa -fs -o --option --working-directory --workdir -p"),
        CommandSyntax(
            "foot kitty gnome-terminal ptyxis wezterm", .command,
            values: "-T --title --app-id -o -D -d --directory --working-directory"),
        CommandSyntax("i3-msg swaymsg", rest: .code, values: "-t --type -s --socket"),
        CommandSyntax("hyprctl", .subcommand, loads: "--batch", values: "-i --instance").with {
            $0.subcommands = [
                CommandSyntax("dispatch", .subcommand).with { $0.subcommands = [CommandSyntax("exec", rest: .code)] }
            ]
        },
    ]
}
