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
if let patterns = MCPCommand.patterns(arguments) { AgentServer.run(patterns: patterns) }
let script = CompletionScript.text(of: "xcallback", askedBy: arguments)
if let text = script ?? CompletedCommand.help(askedBy: arguments) {
    Shell.print(text)
    exit(EXIT_SUCCESS)
}
if arguments.first == CompletionOffer.question {
    try? CompletedCommand.offer(for: Array(arguments.dropFirst()))
    exit(EXIT_SUCCESS)
}
do {
    if let message = UnknownCommand.message(about: arguments) { throw ValidationError(message) }
    var command = try XCallbackCommand.parseAsRoot(arguments)
    try command.run()
} catch {
    let status = XCallbackCommand.exitCode(for: error)
    let removed = status == .validationFailure ? UnknownCommand.message(aboutOptionIn: arguments) : nil
    let message = XCallbackCommand.fullMessage(for: removed.map { ValidationError($0) } ?? error)
    // The parser prints help itself.
    if status.isSuccess || message.isEmpty { XCallbackCommand.exit(withError: error) }
    // The parser has no status for an error of the command itself.
    if status == .failure {
        let status = ExitStatus.reporting(error)
        MissingRoute.report(after: error)
        exit(status.rawValue)
    }
    Shell.complain(message)
    exit(status.rawValue)
}
