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
            "nohup setsid chronic busybox toybox ltrace gamemoderun torsocks command valgrind firejail setarch "
                + "linux dbus-launch",
            .command, values: "-o -e"),
        CommandSyntax("exec", .command, values: "-a"),
        // `strace -o '|program'`
        CommandSyntax("strace", .command, loads: "-o --output", values: "-e -p -E -P -s -S -u"),
        CommandSyntax("proxychains", .command, values: "-f"),
        CommandSyntax("xvfb-run", .command, values: "-s --server-args -n --server-num -e --error-file -f -p -w"),
        CommandSyntax("xdotool", .subcommand).with { $0.subcommands = [CommandSyntax("exec", .command)] },
        CommandSyntax("timeout", .data, .command, values: "-k --kill-after -s --signal"),
        CommandSyntax("stdbuf", .command, values: "-i --input -o --output -e --error"),
        CommandSyntax("time", .command, values: "-f --format -o --output"),
        CommandSyntax("chroot", .data, .command, values: "--userspec --groups"),
        CommandSyntax(
            "chrt taskset", .data, .command, values: "-T --sched-runtime -P --sched-period -D --sched-deadline"),
        CommandSyntax(
            "unshare nsenter", .command, values: "-t --target -S --setuid -G --setgid -R --root -w --wd --wdns"),
        CommandSyntax("prlimit", .command),
        CommandSyntax(
            "setpriv", .command,
            values: "--reuid --regid --groups --securebits --pdeathsig --ambient-caps --inh-caps --bounding-set "
                + "--selinux-label --apparmor-profile"),
        CommandSyntax("systemd-inhibit systemd-cat", .command, values: "-t --identifier -p --priority"),
        CommandSyntax(
            "systemd-run run0", .command, settings: "-p --property --path-property --socket-property --timer-property",
            values: "-u --unit -M --machine -H --host -E --setenv --description --slice --uid --gid --nice "
                + "--working-directory --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive "
                + "--on-calendar --service-type --background --chdir -D"),
        CommandSyntax("dbus-run-session", .command, values: "--config-file", flags: "-"),
        CommandSyntax(
            "flock", .data, .command, permutes: true, loads: "-c --command",
            values: "-w --timeout -E --conflict-exit-code"),
        CommandSyntax(
            "xargs", .command,
            values: "-d --delimiter -E -L -n --max-args -P --max-procs -s --max-chars --process-slot-var",
            attached: "-e --eof -l --max-lines",
            others: [
                "-I": Option(argument: .placeholder), "-i": Option(argument: .placeholder, isAttachedOnly: true),
                "--replace": Option(argument: .placeholder, isAttachedOnly: true),
                "-a": Option(argument: .inputFile), "--arg-file": Option(argument: .inputFile),
            ]
        ).with { $0.input = .lastArguments },
        CommandSyntax(
            "find", permutes: true, writes: "-fprint -fprint0 -fls -fprintf", commands: "-exec -execdir -ok -okdir"),
        CommandSyntax("uv", .subcommand).with {
            $0.subcommands = [
                CommandSyntax("run", .command, values: "--with --python -p --project --directory --extra --group"),
                CommandSyntax("tool", .subcommand).with { $0.subcommands = [CommandSyntax("run", .program)] },
            ]
        },
        // An installed package runs its own code.
        CommandSyntax("pip npm pnpm yarn gem cargo go", .subcommand).with {
            $0.subcommands = [
                CommandSyntax("install add i download wheel get", rest: .program, programs: "-r --requirement"),
                CommandSyntax("exec dlx x", .program),
            ]
        },
        CommandSyntax("uvx npx bunx pipx", .program, loads: "-c --call", values: "-p --package --from --with --spec"),
        CommandSyntax("nix", .subcommand).with {
            $0.subcommands = [
                CommandSyntax("run", .program),
                CommandSyntax("eval build", permutes: true, loads: "--expr"),
                CommandSyntax("shell develop", rest: .program, commands: "-c --command"),
            ]
        },
        CommandSyntax("nix-shell", rest: .program, loads: "--run --command -E --expr -p --packages"),
    ]

    /// Programs that start programs in containers and on other systems.
    static let containers = [
        CommandSyntax("flatpak", .subcommand, values: "--installation").with {
            $0.subcommands = [
                CommandSyntax("run", .program, others: ["--command": Option(argument: .commandName)]),
                CommandSyntax("enter", .data, .command),
            ]
        },
        CommandSyntax("flatpak-spawn", .command),
        CommandSyntax("docker podman nerdctl", .subcommand, values: "-H --host -c --context --config --url").with {
            $0.subcommands = [
                executeInContainer, runInContainer, composed.with { $0.names = ["compose"] },
                CommandSyntax("container", .subcommand).with { $0.subcommands = [executeInContainer, runInContainer] },
            ]
        },
        composed,
        CommandSyntax("kubectl oc", .subcommand, values: "-n --namespace --context --kubeconfig").with {
            $0.subcommands = [
                CommandSyntax("exec", .data, .command, values: "-c --container -n --namespace"),
                CommandSyntax("run", .data, .command, values: "--image -n --namespace"),
            ]
        },
        CommandSyntax("lxc incus", .subcommand).with {
            $0.subcommands = [CommandSyntax("exec", .data, .command, values: "--env --cwd --user --group")]
        },
        CommandSyntax("machinectl", .subcommand, values: "-M --machine -H --host --uid -E --setenv").with {
            $0.subcommands = [CommandSyntax("shell", .data, .command)]
        },
        CommandSyntax("toolbox", .subcommand).with {
            $0.subcommands = [CommandSyntax("run", .command, values: "-c --container -d --distro -r --release")]
        },
        CommandSyntax("distrobox", .subcommand).with {
            $0.subcommands = [
                CommandSyntax("enter", .data, .command, permutes: true, commands: "-e --exec", values: "-n --name")
            ]
        },
        CommandSyntax(
            "distrobox-enter", .data, .command, permutes: true, commands: "-e --exec",
            values: "-n --name --additional-flags -a"),
    ]

    private static let executeInContainer = CommandSyntax(
        "exec", .data, .command, values: "-e --env --env-file -u --user -w --workdir")
    private static let runInContainer = CommandSyntax(
        "run", .program, .command,
        values: "-e --env --env-file -u --user -w --workdir -v --volume -p --publish --name --network --mount -h "
            + "--hostname -l --label",
        others: ["--entrypoint": Option(argument: .commandName)])
    private static let composed = CommandSyntax(
        "docker-compose podman-compose", .subcommand, values: "-f --file -p --project-name --profile --env-file"
    ).with { $0.subcommands = [executeInContainer, runInContainer] }

    /// Terminals, and programs that control a window manager, whose words can start commands.
    static let desktopPrograms = [
        CommandSyntax(
            "xterm x-terminal-emulator alacritty konsole urxvt rxvt st stterm ghostty kgx qterminal",
            commands: "-e --command",
            values: "-T --title -title -t -n -c -g -f -name -geometry -fa -fs -fn -o --option --working-directory "
                + "--workdir -p"),
        CommandSyntax(
            "gnome-terminal mate-terminal xfce4-terminal tilix terminator lxterminal guake", .command,
            loads: "-e --command", commands: "-x --execute",
            values: "-T --title -t --app-id --working-directory --profile --geometry"),
        CommandSyntax(
            "foot footclient kitty ptyxis", .command,
            values: "-T --title -t --app-id -a -o -D -d --directory --working-directory"),
        CommandSyntax("wezterm", .subcommand).with {
            $0.subcommands = [
                CommandSyntax("start", .command, values: "--cwd --class --workspace"),
                CommandSyntax("ssh", .data, .command),
                CommandSyntax("cli", .subcommand).with {
                    $0.subcommands = [
                        CommandSyntax("spawn split-pane", .command, values: "--cwd --pane-id --window-id"),
                        CommandSyntax("send-text", rest: .code),
                    ]
                },
            ]
        },
        CommandSyntax("i3-msg swaymsg", rest: .code, values: "-t --type -s --socket"),
        CommandSyntax("hyprctl", .subcommand, loads: "--batch", values: "-i --instance").with {
            $0.subcommands = [
                CommandSyntax("dispatch", .subcommand).with { $0.subcommands = [CommandSyntax("exec", rest: .code)] }
            ]
        },
    ]
}
