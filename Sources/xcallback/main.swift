import ArgumentParser
import DispatcherMessages
import Glibc
import ProgramHelp
import UnixSystem

Directory.setRuntimeFolder()
let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
// This check comes first, because Swift replaces malformed bytes when it reads the words.
if let status = MalformedWord.refuse(words) { exit(status.rawValue) }
// The desktop starts a command of this form for each click, and scripts use this form most. The form skips the
// command-line parser, so that it starts as fast as possible.
let arguments = Array(CommandLine.arguments.dropFirst())
if let status = URLCommand.run(arguments) { exit(status.rawValue) }
if let script = CompletionScript.text(of: "xcallback", askedBy: arguments) {
    Shell.print(text: script)
    exit(EXIT_SUCCESS)
}
if arguments.first == CompletionOffer.question {
    try? CompletedCommand.offer(for: Array(arguments.dropFirst()))
    exit(EXIT_SUCCESS)
}
let unknown = UnknownCommand.message(about: arguments)
do {
    if let help = CompletedCommand.help(askedBy: arguments) { throw CleanExit.message(help) }
    if let unknown { throw ValidationError(unknown) }
    var command = try XCallbackCommand.parseAsRoot(arguments)
    try command.run()
} catch {
    let status = XCallbackCommand.exitCode(for: error)
    let isUnexplained = status == .validationFailure && unknown == nil
    let removed = isUnexplained ? UnknownCommand.message(aboutOptionIn: arguments) : nil
    // Not yet broken into lines.
    let message = XCallbackCommand.fullMessage(for: removed.map { ValidationError($0) } ?? error, columns: .max)
    if status.isSuccess || message.isEmpty {
        if !message.isEmpty { Shell.print(help: message) }
        exit(status.rawValue)
    }
    // The parser has no status for an error of the command itself.
    if status == .failure {
        let status = ExitStatus.reporting(error)
        MissingRoute.report(after: error)
        exit(status.rawValue)
    }
    Shell.complain(message)
    exit(status.rawValue)
}
