import ArgumentParser
import DispatcherMessages
import Glibc

// The desktop starts this form for each click, and scripts use it most. It skips the command-line parser, so that it starts
// as fast as possible.
if let command = URLCommand(
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)))
{
    exit(command.run().rawValue)
}
XCallbackCommand.main(LeadingHost.moved(Array(CommandLine.arguments.dropFirst())))
