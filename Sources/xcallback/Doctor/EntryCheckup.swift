import DesktopEntries
import XCallbackURL

/// Checks the programs that are adopted for schemes, and names the sites from which browsers open our schemes unasked.
struct EntryCheckup {
    private(set) var findings: [Finding] = []

    /// - Parameter schemes: The schemes of the routes.
    init(schemes: [String]) {
        for adoption in (try? Adoption.all(environment: Shell.environment)) ?? [] { check(adoption) }
        findings += BrowserPolicy.findings(about: schemes.compactMap { Scheme($0) })
    }

    private mutating func check(_ adoption: Adoption) {
        let subject = "adopted \(adoption.scheme)"
        guard let fault = adoption.fault(environment: Shell.environment) else {
            guard let choice = try? adoption.program.choice() else { return }
            let text = "its links open with \(choice.program)"
            return findings.append(
                choice.reasonPassedOver.map { .hint(subject, "\(text): \($0)") } ?? .ok(subject, text))
        }
        let isMended = fault.contains("run: ")
        findings.add(
            .fault, subject, fault,
            remedy: isMended ? nil : "adopt it again, or run 'xcallback adopt --remove \(adoption.scheme)'")
    }
}
