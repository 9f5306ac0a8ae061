/// The routes of the tests of `link`.
package enum LinkScenarios {
    package static let fixture = CaseSection.named("fixture", in: "link-command.txt").fixture
}
