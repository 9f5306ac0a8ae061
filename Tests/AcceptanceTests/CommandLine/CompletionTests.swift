import Testing

/// The completions that a shell offers.
@Suite(.needs(programs: "bash"))
struct CompletionTests {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("link notes.cr", "notes.create"),
            ("link notes.create ti", "title="),
            ("pause no", "notes"),
            ("resume x", ""),
            ("rou", "routes"),
            ("cal", "call"),
            ("call a:b --par", "--param"),
        ])
    func `bash completes the names that the daemon knows`(typed: String, offered: String) throws {
        let daemon = try RunningDaemon(
            "schemes: [notes]\nroutes: [{name: create, path: /create, input: {title: line}, run: [\"true\"]}]\n",
            as: "notes")
        let words = ["xcallback"] + typed.split(separator: " ").map(String.init)
        let script = """
            source <(xcallback --generate-completion-script bash)
            COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
            COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            _xcallback xcallback "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            echo "${COMPREPLY[@]}"
            """
        let ended = try run("bash", ["-c", script], daemon.sandbox.environment)
        #expect(ended == Ended(status: 0, output: offered + "\n", errors: ""))
    }

    @Test(.timeLimit(.minutes(1)))
    func `completion offers and prints nothing without a daemon`() throws {
        let ended = try run(
            "\(Products.folder)/xcallback",
            ["---completion", "link", "--", "positional@0", "2", "0", "xcallback", "link", ""],
            Sandbox().environment)
        #expect(ended.status == 0 && ended.errors == "")
        #expect(ended.output.split(separator: "\n").isEmpty)
    }
}
