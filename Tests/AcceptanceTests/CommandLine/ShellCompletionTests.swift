import Foundation
import QueryCoding
import TestSupport
import Testing

/// The completions that `install` writes, typed into real shells on a terminal of zsh's.
@Suite(.enabled(if: has("zsh") && has("xdg-open") && has("update-desktop-database"), "needs zsh and xdg-utils"))
struct ShellCompletionTests {
    private let daemon: RunningDaemon
    private var sandbox: Sandbox { daemon.sandbox }

    init() throws {
        let sandbox = try Sandbox()
        try sandbox.routes(
            "schemes: [notes]\nroutes: [{name: create, path: /create, input: {title: line}, run: [\"true\"]}]\n")
        daemon = try RunningDaemon(sandbox)
        _ = try daemon.reply(to: "notes:///create?title=a")
        _ = try daemon.xcallback(["install", "--no-check"])
    }

    private static let typed = [
        ("run notes.cr", "run notes.create"),
        ("link notes.create ti", "link notes.create title="),
        ("disable no", "disable notes"),
        ("history show la", "history show last"),
        ("reloa", "reload"),
    ]

    /// The line after Tab. Each shell writes its line into a file at ^X.
    private func completed(_ typed: String, _ shell: String, _ setup: String) throws -> String {
        var environment = sandbox.environment
        environment["TERM"] = "dumb"
        try sandbox.write(
            """
            zmodload zsh/zpty
            zpty shell \(shell)
            \(setup)
            zpty -w -n shell "xcallback \(typed)"$'\\t\\C-x'
            until [[ -s \(sandbox.path)/line ]]; do zpty -rt shell shown || sleep 0.1; done
            zpty -d shell

            """, to: "terminal")
        _ = try run("timeout", ["20", "zsh", "-f", "\(sandbox.path)/terminal"], environment)
        return try sandbox.contents("line").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(.timeLimit(.minutes(1)), arguments: typed)
    func `zsh completes what the daemon knows`(typed: String, line: String) throws {
        let functions = "\(sandbox.path)/data/zsh/site-functions"
        let setup = """
            zpty -w shell "PS1=''; fpath=(\(functions) \\$fpath); autoload -Uz compinit; compinit -u -D"
            zpty -w shell 'shown() { print -r -- "$BUFFER" > \(sandbox.path)/line; exit }; zle -N shown; bindkey "^X" shown'
            """
        #expect(try completed(typed, "zsh -f -i", setup) == "xcallback \(line)")
    }

    @Test(.enabled(if: has("fish"), "needs fish"), .timeLimit(.minutes(1)), arguments: typed)
    func `fish completes what the daemon knows`(typed: String, line: String) throws {
        // The first start writes files of its own. What is typed before the prompt may be lost.
        _ = try run("fish", ["-i", "-c", "true"], sandbox.environment)
        let fish =
            #"fish -i -C "'function fish_prompt; echo ready; end; bind \\cx \"commandline -b > \#(sandbox.path)/line; exit\"'""#
        #expect(try completed(typed, fish, "zpty -r shell line '*ready*'") == "xcallback \(line)")
    }

    @Test(
        .enabled(if: has("fish"), "needs fish"), .timeLimit(.minutes(1)),
        arguments: ["send --bogus t", "link --x-er", "link notes.create ti"])
    func `fish ends with options that it cannot read`(typed: String) throws {
        let ended = try run("timeout", ["20", "fish", "-c", "complete -C 'xcallback \(typed)'"], sandbox.environment)
        #expect(ended.status == 0, "\(ended)")
    }

    @Test(.enabled(if: has("bash"), "needs bash"), .timeLimit(.minutes(1)))
    func `the ids of requests are completed as history shows them`() throws {
        let id = try #require(try daemon.history().first?["id"]?.string)
        for (command, prefix, offered) in [
            ("show", "", "last \(id.suffix(6))"), ("show", String(id.suffix(6).prefix(4)), String(id.suffix(6))),
            ("run", String(id.prefix(20)), id),
        ] {
            let script = """
                source '\(sandbox.path)/data/bash-completion/completions/xcallback'
                COMP_WORDS=(xcallback history \(command) '\(prefix)'); COMP_CWORD=3; COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
                _xcallback xcallback "${COMP_WORDS[3]}" "${COMP_WORDS[2]}"
                echo "${COMPREPLY[@]}"
                """
            let ended = try run("bash", ["-c", script], sandbox.environment)
            #expect(ended == Ended(status: 0, output: "\(offered)\n", errors: ""), "\(command) \(prefix)")
        }
    }
}
