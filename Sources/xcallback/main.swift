import ArgumentParser
import DispatcherMessages
import Glibc

// The desktop starts this form for each click, and scripts use it most. It skips the command-line parser, so that it starts
// as fast as possible.
if let invocation = FastOpen(CommandLine.arguments) {
    exit(OpenURL.run(invocation.url, fromDesktop: invocation.fromDesktop).rawValue)
}
XCallbackCommand.main(LeadingHost.moved(Array(CommandLine.arguments.dropFirst())))
