import ArgumentParser

/// What completes our command line in a shell: the parser's script, without two faults of it for fish. Each makes fish go
/// round for ever at a Tab, because its `argparse` refuses the words and leaves its own arguments in their place.
enum CompletionScript {
    private static let flag = "--generate-completion-script"

    static func text(for shell: CompletionShell) -> String {
        let text = XCallbackCommand.completionScript(for: shell)
        guard shell == .fish else { return text }
        let words = "-- $unparsed_tokens 2> /dev/null\n"
        // An option that is misspelt or not finished.
        let ending = text.replacing(words, with: words.dropLast() + "; or return\n")
        // Without a letter before it, fish takes the 'x' for one, which only one option can have.
        return zip(1..., ["x-success", "x-error", "x-cancel"]).reduce(ending) { text, option in
            text.replacing("'\(option.1)=", with: "'\(option.0)/\(option.1)=")
        }
    }

    /// The script that the words of a command line ask for; nil if they ask for none, or for a shell that we do not know.
    static func text(askedBy arguments: [String]) -> String? {
        guard arguments.count == 2, arguments[0] == flag, let shell = CompletionShell(rawValue: arguments[1]) else {
            return nil
        }
        return text(for: shell)
    }
}
