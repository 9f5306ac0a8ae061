import ArgumentParser
import DispatcherMessages

/// The consent of the user before a command deletes or writes something.
struct Confirmation: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Do not ask. Required without a terminal, as in a script.")
    var yes = false

    /// Asks on a terminal. Throws the exit status unless the user agrees: 2 after a no, 64 without a terminal.
    /// - Parameters:
    ///   - question: A sentence that says what will be done, without a question mark.
    ///   - arguments: The command that needs no answer, without the program's name.
    ///   - silence: Whether an empty answer is a yes.
    func require(_ question: String, or arguments: String, otherwise silence: Bool = false) throws {
        guard !yes else { return }
        guard Shell.isInteractive else {
            throw Shell.failure(
                "nothing was changed, because there is no terminal to ask on; run 'xcallback \(arguments) --yes'",
                .usage)
        }
        guard (try? Shell.agrees(to: "\(question)?", otherwise: silence)) == true else {
            throw Shell.failure("nothing was changed", .cancelled)
        }
    }
}
