import Foundation

/// A prompt program that records each question and does as the test says. It confirms an answer of "always".
struct ScriptedPrompt {
    let sandbox: Sandbox
    /// Each opened prompt writes its process id here.
    let opened: NamedPipe
    /// A prompt that waits reads its answer here.
    let answer: NamedPipe

    /// - Parameter script: What it does after it has recorded the question; `$answer` is the pipe of answers.
    init(_ sandbox: Sandbox, _ script: String) throws {
        self.sandbox = sandbox
        opened = try NamedPipe("\(sandbox.path)/prompt-opened")
        answer = try NamedPipe("\(sandbox.path)/prompt-answer")
        try sandbox.write("", to: "questions")
        try sandbox.program(
            """
            case "$1" in 'Always allow '*) exit 0;; esac
            printf '%s|%s|%s\\n' "$#" "$XDG_ACTIVATION_TOKEN" "$DESKTOP_STARTUP_ID" >> '\(sandbox.path)/prompt-variables'
            printf '%s\\n--\\n' "$1" >> '\(sandbox.path)/questions'
            answer='\(sandbox.path)/prompt-answer'
            echo $$ > '\(sandbox.path)/prompt-opened'
            \(script)
            """, to: "prompt")
    }

    /// The line of config.yaml that names it.
    var setting: String { "prompt: [\(sandbox.path)/prompt]\n" }

    /// The questions so far.
    var questions: [String] {
        get throws { try sandbox.contents("questions").components(separatedBy: "\n--\n").dropLast() }
    }
}
