import DesktopEntries
import XCallbackURL

/// Checks the programs that are adopted for schemes, and names the sites from which browsers open our schemes unasked.
enum EntryCheckup {
    /// - Parameter schemes: The schemes of the routes.
    static func findings(schemes: [String]) -> [Finding] {
        ((try? Adoption.all(environment: Shell.environment)) ?? []).compactMap(finding)
            + BrowserPolicy.findings(about: schemes.compactMap { Scheme($0) })
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
