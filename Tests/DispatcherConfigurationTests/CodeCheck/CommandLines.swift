/// Commands of a routes file, in which `$x` is a line, `$o` an optional one, `$a` an array and `$d` has a default.
enum CommandLines {
    /// A value in each of these would be more than data. Each program and each option of the table has a line.
    static let refused = interpreters + launchers + tools

    /// Commands that look like those above, but to which each value is data.
    static let legal = lookAlikes + harmless

    private static let lookAlikes = lines(
        """
        [grep, -e, $x]
        [grep, -c, $x, file]
        [echo, -c, $x]
        [notify-send, -c, $x]
        [printf, --, "%s", $x]
        [curl, -e, $x, https://example.org]
        [shx, -c, $x]
        [sh, -c, 'echo "$$1"', sh, $x]
        [sh, -c, 'echo "$$@"', sh, $o, $a]
        [bash, -lc, 'echo "$$1"', bash, "${x-url}"]
        [sh, [-c, 'echo "$$1"', sh, $x]]
        [bash, script.sh, $x]
        [bash, script.sh, -c, $x]
        [sh, -e, script.sh, $x]
        [bash, -o, pipefail, script.sh, $x]
        [bash, -s, $x]
        [python3, script.py, -c, $x]
        [python3, -m, json.tool, $x]
        [python3, -c, "import sys", -c, $x]
        [python3, -W, $x, script.py]
        [perl, -e, "print shift", $x]
        [perl, -ne, print]
        [perl, -e, print, $x]
        [perl, -I, $x, script.pl]
        [node, -e, "console.log(process.argv[1])", $x]
        [node, script.js, --eval, $x]
        [php, script.php, $x]
        [php, -S, $x]
        [lua, script.lua, $x]
        [emacs, $x]
        [emacsclient, -n, -c, $x]
        [deno, run, main.ts, $x]
        [env, A=$x, printenv, A]
        [env, -u, A, B=$x, printenv, B]
        [env, A=b, grep, -e, $x]
        [sudo, -u, $x, id]
        [sudo, --user=$x, id]
        [timeout, "5", grep, -e, $x]
        [timeout, $x, ls]
        [timeout, $d, ls, $x]
        [nice, -n, $x, ls]
        [nice, "-n$x", ls]
        [sed, -e, s/a/b/, --, $x]
        [sed, -n, p, $x]
        [sed, -i.bak, s/a/b/, $x]
        [sed, -f, script.sed, $x]
        [awk, "{ print }", $x]
        [awk, -v, n=$x, "{ print n }"]
        [awk, -vn=$x, "{ print n }"]
        [awk, -F, $x, "{ print }"]
        [awk, -f, script.awk, $x]
        [sqlite3, $x, "select 1"]
        [psql, -v, n=$x, -f, query.sql]
        [ssh, $x]
        [ssh, -p, $x, box]
        [ssh, -o, ConnectTimeout=$x, box, uptime]
        [ssh, -l, $x, box, uptime]
        [scp, $x, "box:"]
        [rsync, -a, $x, "box:"]
        [watch, -n, $x, uptime]
        [watch, -x, ls, $x]
        [su, $x]
        [script, $x]
        [xargs, grep, -e, $x]
        [xargs, -a, $x, ls]
        [find, $x, -name, a]
        [find, ., -name, $x, -exec, ls, "{}", ";"]
        [find, ., -exec, grep, $x, "{}", "+"]
        [flatpak, run, org.app, $x]
        [flatpak, run, --command=ls, org.app, $x]
        [flatpak, info, $x]
        [docker, exec, $x, ls]
        [docker, run, --name, $x, image, ls]
        [docker, inspect, $x]
        [systemd-run, --user, -p, MemoryMax=$x, ls]
        [systemd-run, --user, --unit, $x, ls]
        [flock, $x, ls]
        [xterm, -e, vim, $x]
        [xterm, -title, $x]
        [gnome-terminal, --, vim, $x]
        [gnome-terminal, "--working-directory=$x", --, vim]
        [hyprctl, dispatch, workspace, $x]
        [hyprctl, keyword, $x]
        [systemctl, --user, start, $x]
        [git, clone, $x]
        [code, -r, $x]
        """)

    /// The words of a line, as far as the table knows them.
    static func words(_ line: String) -> [String] {
        line.dropFirst().dropLast().split(separator: ",").map { word in
            word.drop { $0 == " " || $0 == "[" || $0 == "\"" }.prefix { $0 != "\"" && $0 != "]" }.description
        }
    }

    /// A routes file whose command is in line 6, from column 10 on.
    static func file(_ command: String, key: String = "run") -> String {
        """
        schemes: [t]
        routes:
          - name: r
            path: /r
            input: {x: line, o: line?, a: [line], d: {type: line, default: d}, i: int}
            \(key): \(command)\(key == "run" ? "" : "\n    run: [ls]")

        """
    }

    static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
