import DispatcherMessages
import QueryCoding
import UnixSystem
import XCallbackURL

/// The policies by which browsers open the links of a scheme unasked from some origins: AutoLaunchProtocolsFromOrigins of
/// Chromium since version 85 and of Firefox since version 90.
enum BrowserPolicy {
    /// The browsers, each with the folder of its policy files, which root owns.
    private static let folders: KeyValuePairs = [
        "chromium": "/etc/chromium/policies/managed", "chrome": "/etc/opt/chrome/policies/managed",
        "firefox": "/etc/firefox/policies",
    ]

    /// The names of members in a policy file.
    private enum Member {
        static let policies = "policies"
        static let policy = "AutoLaunchProtocolsFromOrigins"
        static let scheme = "protocol"
        static let origins = "allowed_origins"
    }

    /// Names the sites from which the browsers of this machine open the schemes unasked.
    static func findings(about schemes: [Scheme]) -> [Finding] {
        folders.flatMap { browser, folder -> [Finding] in
            // Firefox reads one file.
            let isFirefox = browser == "firefox"
            let names = isFirefox ? ["policies.json"] : ((try? Directory.entries(of: folder)) ?? []).map(\.name)
            return names.filter { $0.hasSuffix(".json") }.flatMap { name -> [Finding] in
                let path = "\(folder)/\(name)"
                guard let bytes = try? FileContents.read(path, limit: 1 << 20),
                    let file = try? JSONParser.parse(bytes, depthLimit: 64),
                    let policies = isFirefox ? file[Member.policies] : file,
                    let entries = policies[Member.policy]?.elements
                else { return [] }
                return schemes.compactMap { finding(about: $0, entries, of: browser, path) }
            }
        }
    }

    private static func finding(
        about scheme: Scheme, _ entries: [QueryValue], of browser: String, _ path: String
    ) -> Finding? {
        let origins = entries.filter { $0[Member.scheme]?.string?.lowercased() == scheme.text }
            .flatMap { $0[Member.origins]?.elements ?? [] }.compactMap(\.string)
        guard !origins.isEmpty else { return nil }
        let sites = origins.map { Printable.shown($0, limit: 80) }.joined(separator: ", ")
        let text = "\(browser) opens \(scheme): unasked from \(sites) (\(path))"
        guard origins.contains("*") else { return Finding(.ok, "browser policy", text) }
        return Finding(.hint, "browser policy", text, remedy: "name the sites in the file")
    }
}
