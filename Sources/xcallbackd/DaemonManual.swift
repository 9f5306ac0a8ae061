import ArgumentParser
import DispatcherConfiguration
import DispatcherMessages
import ProgramHelp
import QueryCoding

/// The pages of the manual that are about the daemon and its files.
enum DaemonManual: String, ExpressibleByArgument, CaseIterable {
    case xcallbackd
    case files = "xcallbackd.yaml"

    func text() throws -> String {
        var page: ManualPage
        switch self {
        case .xcallbackd:
            page = try ManualPage(ofProgram: DaemonCommand._dumpHelp(), section: 8)
            page.heading("EXIT STATUS")
            for status in [ExitStatus.success, .usage, .configuration] {
                page.item("\(status.rawValue)", status.meaning)
            }
            page.heading("FILES")
            Self.describeFiles(&page)
        case .files:
            page = ManualPage("xcallbackd.yaml", section: 5, title: "settings and routes of xcallbackd")
            Self.describe(&page)
        }
        page.heading("SEE ALSO")
        page.paragraphs(self == .xcallbackd ? "xcallback(1), xcallbackd.yaml(5)" : "xcallback(1), xcallbackd(8)")
        return page.text
    }

    private static func describe(_ page: inout ManualPage) {
        page.heading("DESCRIPTION")
        page.paragraphs(
            """
            config.yaml has the settings of the daemon, and each file of routes.d has routes. \
            Anchors, aliases and tags are mistakes, and so is a file of more than 1 MiB. 'xcallback check' reports \
            every mistake, and 'xcallback reload' loads the files. 'xcallbackd --schema' prints a JSON Schema of the \
            files for editors.
            """)
        describeFiles(&page)
        for (heading, keys) in KeyDefinition.manual {
            page.heading(heading)
            for key in keys {
                let standard = key.standard.map { "; default: \($0)" } ?? ""
                page.item(key.name, "\(key.meaning) Value: \(key.expectation)\(standard).")
                page.example(key.example)
            }
        }
        page.heading("TYPES OF INPUTS")
        page.paragraphs("'?' after a type makes the input optional, and [TYPE] is an array.")
        for type in InputTypeName.allCases {
            page.item(type.rawValue, type.manual.meaning)
            page.example(type.manual.example)
        }
        page.heading("EXAMPLE")
        page.example(KeyDefinition.sample)
    }

    private static func describeFiles(_ page: inout ManualPage) {
        page.item("~/.config/xcallbackd/config.yaml", "The settings.")
        page.item("~/.config/xcallbackd/routes.d/*.yaml", "Your routes.")
        page.item("~/.local/state/xcallbackd", "The history, and the grants that 'xcallback grants' lists.")
    }
}
