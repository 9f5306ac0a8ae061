import DesktopEntries
import DispatcherMessages
import XCallbackURL

/// Checks the programs that are adopted for schemes, and names the sites from which browsers open our schemes unasked.
struct AdoptionCheckup {
    private(set) var findings: [Finding] = []

    /// - Parameter schemes: The schemes of the routes.
    init(schemes: [String]) {
        for adoption in (try? Adoption.all(environment: Shell.environment)) ?? [] { check(adoption) }
        for (path, policy) in BrowserPolicy.installed {
            for scheme in schemes.compactMap({ Scheme($0) }) { check(policy, in: path, scheme) }
        }
    }

    private mutating func check(_ adoption: Adoption) {
        let subject = "adopted \(adoption.scheme)"
        guard let fault = adoption.fault(environment: Shell.environment) else {
            return findings.append(.ok(subject, "its links open with \(adoption.program.text)"))
        }
        findings.append(
            .fault(subject, fault, remedy: "adopt it again, or run 'xcallback adopt --remove \(adoption.scheme)'"))
    }

    private mutating func check(_ policy: BrowserPolicy, in path: String, _ scheme: Scheme) {
        let origins = policy.origins(of: scheme)
        guard !origins.isEmpty else { return }
        let sites = origins.map { Printable.shown($0, limit: 80) }.joined(separator: ", ")
        let text = "\(policy.browser) opens \(scheme): unasked from \(sites) (\(path))"
        findings.append(
            origins.contains("*")
                ? .hint("browser policy", text, remedy: "name the sites: xcallback browser-policy \(scheme) ORIGIN…")
                : .ok("browser policy", text))
    }
}
