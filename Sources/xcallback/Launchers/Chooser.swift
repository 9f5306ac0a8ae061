import ArgumentParser
import DispatcherMessages
import UnixSystem

/// A program that shows lines and prints the chosen or typed one, as dmenu does.
struct Chooser {
    /// The program and its arguments. Each `{}` is replaced by the name of the value that the user is asked for.
    let words: [String]

    /// The first known program that is installed and has a display or, as fzf, a terminal; nil without one.
    static var found: Chooser? {
        let wayland = Shell.variable("WAYLAND_DISPLAY") != nil
        let hasDisplay = wayland || Shell.variable("DISPLAY") != nil
        let known: [(words: [String], isUsable: Bool)] = [
            (["fuzzel", "--dmenu", "--prompt", "{}: "], wayland), (["rofi", "-dmenu", "-p", "{}"], hasDisplay),
            (["wofi", "--dmenu", "--prompt", "{}"], wayland),
            (["fzf", "--print-query", "--prompt", "{}: "], Shell.isWatched),
        ]
        return known.first { $0.isUsable && ProgramSearch.find($0.words[0], in: Shell.environment) != nil }
            .map { Chooser(words: $0.words) }
    }

    /// Asks for a line. Throws the exit status if the user chose nothing, or the program could not be started.
    func ask(for name: String, among lines: [String]) throws -> String {
        let ended: ChildOutput
        do throws(SystemCallError) {
            let input = try Descriptor(inMemory: Array(lines.map { "\($0)\n" }.joined().utf8))
            ended = try ChildOutput(
                running: words.map { $0.replacing("{}", with: name) }, input: .descriptor(input.number))
        } catch {
            Shell.report("\(error)")
            throw ExitCode(127)  // as in a shell
        }
        // fzf prints the typed text before the chosen line, and ends with 1 if no line matches the text.
        let text = ended.text.hasSuffix("\n") ? ended.text.dropLast() : ended.text[...]
        let answer = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        // 130 is a cancel, and a status above 128 is a signal's.
        guard ended.status <= 128, ended.status == 0 && !ended.text.isEmpty || !answer.isEmpty else {
            throw ExitCode(ExitStatus.cancelled.rawValue)
        }
        return String(answer)
    }
}
