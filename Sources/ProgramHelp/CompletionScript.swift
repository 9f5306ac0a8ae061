/// A shell script that completes the command lines of a program. To complete a word, the script runs the program, which
/// prints the possible words as the lines of a ``CompletionOffer``.
package enum CompletionScript {
    /// The option that asks a program for its script.
    package static let flag = "--generate-completion-script"

    /// Returns the script that a command line of the program asks for; nil if it does not ask for a script.
    package static func text(of program: String, askedBy arguments: [String]) -> String? {
        guard arguments.count == 2, arguments[0] == flag else { return nil }
        return text(of: program, for: arguments[1])
    }

    /// Returns the script for bash, zsh or fish without its last line break; nil for any other shell.
    package static func text(of program: String, for shell: String) -> String? {
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
