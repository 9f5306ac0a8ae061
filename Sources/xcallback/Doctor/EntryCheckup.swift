import DesktopEntries
import XCallbackURL

/// Checks the programs that are adopted for schemes, and what browsers and the portal remember of our
/// schemes.
enum EntryCheckup {
    /// - Parameter schemes: The schemes to check.
    static func findings(schemes: [String]) -> [Finding] {
        let known = schemes.compactMap { Scheme($0) }
        return ((try? Adoption.all(environment: Shell.environment)) ?? []).compactMap(finding)
            + RememberedApps(for: known).findings + BrowserPolicy.findings(about: known)
    }

    private static func finding(_ adoption: Adoption) -> Finding? {
        let subject = "adopted \(adoption.scheme)"
        guard let fault = adoption.fault(environment: Shell.environment) else {
            guard let choice = try? adoption.program.choice() else { return nil }
            let reason = choice.reasonPassedOver.map { ": \($0)" }
            return Finding(reason == nil ? .ok : .hint, subject, "its links open with \(choice.program)\(reason ?? "")")
        }
        let remedy = "adopt it again, or run 'xcallback adopt --remove \(adoption.scheme)'"
        return Finding(.fault, subject, fault, remedy: fault.contains("run: ") ? nil : remedy)
    }
}
