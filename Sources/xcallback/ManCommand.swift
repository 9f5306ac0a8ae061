import ArgumentParser
import DispatcherMessages
import ProgramHelp

/// `xcallback man [PAGE]`
struct ManCommand: ParsableCommand {
    /// The pages of the manual.
    enum Page: String, ExpressibleByArgument, CaseIterable {
        case xcallback, xcallbackd
        case configuration = "xcallbackd.yaml"
    }

    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Print a page of the manual, for man(1).",
        discussion: """
            The pages are xcallback(1), xcallbackd(8) and xcallbackd.yaml(5); the last page describes the \
            configuration files. On a terminal, man(1) shows the page.

            Example:
              xcallback man xcallbackd.yaml | man -l -
            """)

    @Argument(help: "Page to print; default: xcallback.")
    var page = Page.xcallback

    func run() throws {
        if Shell.isTerminal {
            try Shell.become(["sh", "-c", "\"$@\" | man -l -", "sh", Shell.executable, "man", page.rawValue])
        }
        // The daemon's program prints the pages about the daemon and its files.
        guard page == .xcallback else { try Shell.become([Shell.daemonExecutable, "--man", page.rawValue]) }
        Shell.print(text: String(try Self.text().dropLast()))
    }

    /// The page of this program.
    static func text() throws -> String {
        // The description leaves out the exit statuses of the help, because the page has a section for them.
        var manual = try ManualPage(
            ofProgram: XCallbackCommand._dumpHelp(), section: 1,
            description: "\(XCallbackCommand.purpose)\n\n\(XCallbackCommand.example)")
        manual.codes()
        manual.heading("SEE ALSO")
        manual.paragraphs("xcallbackd(8), xcallbackd.yaml(5)")
        return manual.text
    }
}
