/// A shell script that completes the command lines of a program. To complete a word, the script runs the program, which
/// prints the possible words as the lines of a ``CompletionOffer``.
package struct CompletionScript {
    /// The option that asks a program for its script.
    package static let flag = "--generate-completion-script"

    let program: String

    package init(ofProgram program: String) { self.program = program }

    /// Returns the shell whose script a command line asks for; nil if the command line does not ask for a script.
    package static func shell(askedBy arguments: some Collection<String>) -> String? {
        guard arguments.count == 2, arguments.first == flag else { return nil }
        return arguments.dropFirst().first
    }

    /// Returns the script for bash, zsh or fish without its last line break; nil for any other shell.
    package func text(for shell: String) -> String? {
        let template: [UInt8]? =
            switch shell {
            case "bash": PackageResources.completion_bash
            case "zsh": PackageResources.completion_zsh
            case "fish": PackageResources.completion_fish
            default: nil
            }
        return template.map { bytes in
            String(decoding: bytes.dropLast(), as: UTF8.self).replacing("PROGRAM", with: program)
                .replacing("QUESTION", with: CompletionOffer.question)
        }
    }
}
