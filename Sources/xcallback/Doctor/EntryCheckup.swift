import DesktopEntries
import DispatcherMessages
import XCallbackURL

/// Checks the programs that are adopted for schemes, and names the sites from which browsers open our schemes unasked.
struct EntryCheckup {
    private(set) var findings: [Finding] = []

    /// - Parameter schemes: The schemes of the routes.
    init(schemes: [String]) {
        for adoption in (try? Adoption.all(environment: Shell.environment)) ?? [] { check(adoption) }
        for policy in BrowserPolicy.installed {
            for scheme in schemes.compactMap({ Scheme($0) }) { check(policy, scheme) }
        }
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

    private mutating func check(_ policy: BrowserPolicy, _ scheme: Scheme) {
        let origins = policy.origins(of: scheme)
        guard !origins.isEmpty else { return }
        let sites = origins.map { Printable.shown($0, limit: 80) }.joined(separator: ", ")
        let text = "\(policy.browser) opens \(scheme): unasked from \(sites) (\(policy.path))"
        findings.append(
            origins.contains("*")
                ? .hint("browser policy", text, remedy: "name the sites in the file")
                : .ok("browser policy", text))
    }
}
