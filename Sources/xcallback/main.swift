import ArgumentParser
import DispatcherMessages
import Glibc

// What the desktop starts for a click, and scripts most often: decided before anything is parsed, since it must cost
// nothing. Everything else goes through the command line's one definition.
if let invocation = FastOpen(CommandLine.arguments) {
    exit(OpenURL.run(invocation.url, fromDesktop: invocation.fromDesktop).rawValue)
}
Tool.main(LeadingHost.moved(Array(CommandLine.arguments.dropFirst())))
