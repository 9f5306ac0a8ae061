import Foundation
import QueryCoding
import Testing

/// The completions that the programs print, typed into real shells on a terminal of zsh's.
@Suite(.needs(programs: "zsh"))
struct ShellCompletionTests {
    private let daemon: RunningDaemon
    private var sandbox: Sandbox { daemon.sandbox }

    init() throws {
        let sandbox = try Sandbox(
            """
            schemes: [notes]
            routes:
              - name: create
                path: /create
                input: {title: line?, how: {one-of: [low, "a b:c", "$(touch here)", "\\x01;touch here;"], default: low}, draft: bool?}
                run: [echo, $title, $how, $draft]
            """, as: "notes")
        daemon = try RunningDaemon(sandbox)
        _ = try daemon.reply(to: "notes:///create?title=a")
        for (shell, place) in [
            ("bash", "bash-completion/completions/NAME"), ("zsh", "zsh/site-functions/_NAME"),
            ("fish", "fish/vendor_completions.d/NAME.fish"),
        ] {
            for name in ["xcallback", "xcallbackd"] {
                let script = try run(
                    "\(Products.folder)/\(name)", ["--generate-completion-script", shell], sandbox.environment)
                try sandbox.write(script.output, to: "data/\(place.replacing("NAME", with: name))")
            }
        }
    }

    /// What is typed before Tab, and the whole line after it. A word that is whole ends with a space.
    private static let typed =
        [
            ("run notes.cr", "run notes.create "),
            ("send no", "send notes:"), ("call no", "call notes:"),
            ("run x", "run x"),  // the built-in routes are for programs
            ("link notes.create ti", "link notes.create title="),
            ("run notes.create how=l", "run notes.create how=low "),
            ("run notes.create draft=f", "run notes.create draft=false "),
            ("pause no", "pause notes "),
            ("history show la", "history show last "),
            ("history --runn", "history --running "),  // of its default subcommand
            ("history --outcome ca", "history --outcome cancel "),
            ("reloa", "reload "), ("help reloa", "help reload "),
            ("new --recipe jop", "new --recipe joplin "), ("new jop", "new jop"),
            ("install no", "install notes "), ("doctor no", "doctor notes "),
            ("page --redirect no", "page --redirect notes "),
            ("edit no", "edit notes "),
            ("new --desktop al", "new --desktop allow "),
            ("new a/b --input n=li", "new a/b --input n=line "),
            ("new a/b --input n=pa", "new a/b --input n=path:"),
        ].map { ("xcallback \($0)", "xcallback \($1)") } + [
            ("xcallbackd --log-level de", "xcallbackd --log-level debug ")
        ]

    /// The line after Tab. Each shell writes its line into a file at ^T.
    private func completed(_ typed: String, _ shell: String, _ setup: String) throws -> String {
        var environment = sandbox.environment
        environment["TERM"] = "dumb"
        try sandbox.write(
            """
            zmodload zsh/zpty
            zpty shell \(shell)
            \(setup)
            zpty -w -n shell "\(typed)"$'\\t\\C-t'
            until [[ -s \(sandbox.path)/line ]]; do zpty -rt shell shown || sleep 0.1; done
            zpty -d shell

            """, to: "terminal")
        _ = try run("timeout", ["20", "zsh", "-f", "\(sandbox.path)/terminal"], environment)
        return try sandbox.contents("line").trimmingCharacters(in: .newlines)
    }

    @Test(
        .needs(programs: "bash"), .timeLimit(.minutes(1)),
        arguments: typed + [("xcallback run notes.create how=a", #"xcallback run notes.create how=a\ b:c "#)])
    func `bash completes what the daemon knows`(typed: String, line: String) throws {
        let completions = "\(sandbox.path)/data/bash-completion/completions"
        try sandbox.write(
            """
            source '\(completions)/xcallback'
            source '\(completions)/xcallbackd'
            shown() { printf '%s\\n' "$READLINE_LINE" > \(sandbox.path)/line; }
            bind -x '"\\C-t": shown'
            PS1=ready

            """, to: "bashrc")
        let setup = "zpty -r shell line '*ready*'"
        #expect(try completed(typed, "bash --rcfile \(sandbox.path)/bashrc -i", setup) == line)
    }

    @Test(.needs(programs: "bash"), .timeLimit(.minutes(1)))
    func `bash runs nothing that is in a value`() throws {
        let script = """
            source '\(sandbox.path)/data/bash-completion/completions/xcallback'
            cd '\(sandbox.path)'
            COMP_WORDS=(xcallback run notes.create how=); COMP_CWORD=3; COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            _xcallback xcallback "${COMP_WORDS[3]}" "${COMP_WORDS[2]}"
            printf '%s\n' "${COMPREPLY[@]}"
            """
        let ended = try run("bash", ["-c", script], sandbox.environment)
        #expect(ended.output == "how=low\nhow=a\\ b:c\nhow=\\$\\(touch\\ here\\)\n", "\(ended)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/here"))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: typed + [("xcallback run notes.create how=a", #"xcallback run notes.create how=a\ b:c "#)])
    func `zsh completes what the daemon knows`(typed: String, line: String) throws {
        let functions = "\(sandbox.path)/data/zsh/site-functions"
        let setup = """
            zpty -w shell "PS1=''; fpath=(\(functions) \\$fpath); autoload -Uz compinit; compinit -u -D"
            zpty -w shell 'shown() { print -r -- "$BUFFER" > \(sandbox.path)/line; exit }; zle -N shown; bindkey "^T" shown'
            """
        #expect(try completed(typed, "zsh -f -i", setup) == line)
    }

    @Test(
        .needs(programs: "fish"), .timeLimit(.minutes(1)),
        arguments: typed + [("xcallback run notes.create how=a", #"xcallback run notes.create how=a\ b:c "#)])
    func `fish completes what the daemon knows`(typed: String, line: String) throws {
        // Without this folder, fish reads every manual page of the machine at its first start, beside the tests that follow.
        try sandbox.makeFolder("data/fish/generated_completions")
        // The first start writes files of its own. What is typed before the prompt may be lost.
        _ = try run("fish", ["-i", "-c", "true"], sandbox.environment)
        let fish =
            #"fish -i -C "'function fish_prompt; echo ready; end; bind \ct \"commandline -b > \#(sandbox.path)/line; exit\"'""#
        #expect(try completed(typed, fish, "zpty -r shell line '*ready*'") == line)
    }

    @Test(
        .needs(programs: "fish"), .timeLimit(.minutes(1)),
        arguments: ["send --bogus t", "link --x-er", "link notes.create ti"])
    func `fish ends with options that it cannot read`(typed: String) throws {
        let ended = try run("timeout", ["20", "fish", "-c", "complete -C 'xcallback \(typed)'"], sandbox.environment)
        #expect(ended.status == 0, "\(ended)")
    }

    @Test(.needs(programs: "bash"), .timeLimit(.minutes(1)))
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

    @Test func `a request is offered with its time and route, and a route with its summary`() throws {
        try sandbox.routes("schemes: [a]\nroutes: [{name: b, path: /b, summary: It does, run: [id]}]\n", "a")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        let offer = { (words: [String]) in try daemon.xcallback(["---complete", "xcallback"] + words + [""]).output }
        #expect(try offer(["history", "show"]).contains(/\n[0-9A-Z]{6}\t[0-9:]{8} notes.create\n/))
        #expect(try offer(["run"]).contains("\na.b\tIt does\nnotes.create\na:\nnotes:\n"))
        #expect(try offer(["link"]).contains("\na.b\tIt does\nnotes.create\n"))
    }
}
