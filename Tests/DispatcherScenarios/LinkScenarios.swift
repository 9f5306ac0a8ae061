/// The URLs that `link` writes, and the inputs that it refuses: of the method, and of the command line.
package enum LinkScenarios {
    package static let fixture = CaseSection.named("fixture", in: "link-command.txt").fixture
    /// Arguments of `xcallback link`, and the URL that it prints.
    package static let links = rows("links")
    /// Arguments of `xcallback link`, and the message of the error.
    package static let refusals = rows("refused arguments")

    private static func rows(_ section: String) -> [([String], String)] {
        CaseSection.named(section, in: "link-command.txt").rows.map { ($0.dropLast(), $0[$0.count - 1]) }
    }
}
