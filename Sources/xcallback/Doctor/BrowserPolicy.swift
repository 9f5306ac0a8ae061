import QueryCoding
import UnixSystem
import XCallbackURL

/// The policy by which a browser opens the links of a scheme unasked from some origins: AutoLaunchProtocolsFromOrigins of
/// Chromium since version 85 and of Firefox since version 90.
struct BrowserPolicy {
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

    let browser: String
    /// The file that has the policy.
    let path: String
    private let entries: [QueryValue]

    /// The origins from which the browser opens a scheme unasked.
    func origins(of scheme: Scheme) -> [String] {
        entries.filter { $0[Member.scheme]?.string?.lowercased() == scheme.text }.flatMap { entry in
            (entry[Member.origins]?.elements ?? []).compactMap(\.string)
        }
    }

    /// The policies of the browsers of this machine. Firefox reads one file.
    static var installed: [BrowserPolicy] {
        folders.flatMap { browser, folder -> [BrowserPolicy] in
            let isFirefox = browser == "firefox"
            let names = isFirefox ? ["policies.json"] : ((try? Directory.entries(of: folder)) ?? []).map(\.name)
            return names.filter { $0.hasSuffix(".json") }.compactMap { name in
                let path = "\(folder)/\(name)"
                guard let bytes = try? FileContents.read(path, limit: 1 << 20),
                    let file = try? JSONParser.parse(bytes, depthLimit: 64),
                    let policies = isFirefox ? file[Member.policies] : file,
                    let entries = policies[Member.policy]?.elements
                else { return nil }
                return BrowserPolicy(browser: browser, path: path, entries: entries)
            }
        }
    }
}
