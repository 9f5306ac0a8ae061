import ArgumentParser
import DispatcherMessages
import Glibc
import ProgramHelp

let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
// This check comes first, because Swift replaces malformed bytes when it reads the words.
if let refusal = MalformedWord(in: words) { exit(refusal.report().rawValue) }
// The desktop starts a command of this form for each click, and scripts use this form most. The form skips the
// command-line parser, so that it starts as fast as possible.
if let status = URLCommand.run(words) { exit(status.rawValue) }
if let patterns = MCPCommand.patterns(words) { AgentServer.run(patterns: patterns) }
let arguments = Array(CommandLine.arguments.dropFirst())
if let script = CompletionScript.shell(askedBy: arguments).flatMap(CompletionScript(ofProgram: "xcallback").text) {
    Shell.print(script)
    exit(EXIT_SUCCESS)
}
if let help = CompletedCommand.help(askedBy: arguments) {
    Shell.print(help)
    exit(EXIT_SUCCESS)
}
if arguments.first == CompletionOffer.question {
    try? CompletedCommand.offer(for: Array(arguments.dropFirst()))
    exit(EXIT_SUCCESS)
}
if let unknown = UnknownCommand(arguments) { XCallbackCommand.exit(withError: ValidationError(unknown.message)) }
do {
    var command = try XCallbackCommand.parseAsRoot(arguments)
    try command.run()
} catch {
    let status = XCallbackCommand.exitCode(for: error)
    if status == .validationFailure, let unknown = UnknownCommand(optionIn: arguments) {
        XCallbackCommand.exit(withError: ValidationError(unknown.message))
    }
    let message = XCallbackCommand.fullMessage(for: error)
    // The parser prints help itself.
    if status.isSuccess || message.isEmpty { XCallbackCommand.exit(withError: error) }
    Shell.complain(message)
    exit(status.rawValue)
}
