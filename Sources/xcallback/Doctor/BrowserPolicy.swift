import DispatcherMessages
import QueryCoding
import UnixSystem
import XCallbackURL

/// The policy by which a browser opens the links of a scheme unasked from some origins: AutoLaunchProtocolsFromOrigins of
/// Chromium since version 85 and of Firefox since version 90.
struct BrowserPolicy {
    enum Browser: String, CaseIterable {
        case chromium, chrome, firefox

        /// The folder of the policy files, which root owns.
        var folder: String {
            switch self {
            case .chromium: "/etc/chromium/policies/managed"
            case .chrome: "/etc/opt/chrome/policies/managed"
            case .firefox: "/etc/firefox/policies"
            }
        }

        /// The file that `browser-policy` prints. Firefox reads one file. Of two files of Chromium that have the same policy,
        /// one counts.
        var file: String { "\(folder)/\(self == .firefox ? "policies" : "xcallback").json" }
    }

    /// The names in the files.
    private enum Name {
        static let policy = "AutoLaunchProtocolsFromOrigins"
        static let policies = "policies"
        static let scheme = "protocol"
        static let origins = "allowed_origins"
    }

    let browser: Browser
    /// The whole file.
    private(set) var file: QueryValue

    /// Reads a file of a browser, by default the file that `browser-policy` prints; nil if it is not JSON.
    init?(of browser: Browser, at path: String? = nil) {
        guard let file = Self.read(path ?? browser.file) else { return nil }
        self.browser = browser
        self.file = file
    }

    /// The contents of a file; empty for no file and for an empty file, nil for a file that is not an object.
    private static func read(_ path: String) -> QueryValue? {
        guard let bytes = try? FileContents.read(path, limit: 1 << 20), !bytes.isEmpty else { return .object([]) }
        guard let value = try? JSONParser.parse(bytes, depthLimit: 64), case .object = value else { return nil }
        return value
    }

    private var policies: QueryValue { browser == .firefox ? file[Name.policies] ?? .object([]) : file }

    private var entries: [QueryValue] { policies[Name.policy]?.elements ?? [] }

    /// The origins from which the browser opens a scheme unasked.
    func origins(of scheme: Scheme) -> [String] {
        entries.filter { $0[Name.scheme]?.string?.lowercased() == scheme.text }.flatMap { entry in
            (entry[Name.origins]?.elements ?? []).compactMap(\.string)
        }
    }

    /// Sets the origins of a scheme, and keeps all other policies.
    mutating func set(_ origins: [String], of scheme: Scheme) {
        let kept = entries.filter { $0[Name.scheme]?.string?.lowercased() != scheme.text }
        let entry = QueryValue.record([
            (Name.scheme, .string(scheme.text)), (Name.origins, .array(origins.map { .string($0) })),
        ])
        let policies = self.policies.setting(Name.policy, to: .array(kept + [entry]))
        file = browser == .firefox ? file.setting(Name.policies, to: policies) : policies
    }

    /// The files in which browsers of this machine have the policy, each with its policy.
    static var installed: [(path: String, policy: BrowserPolicy)] {
        Browser.allCases.flatMap { browser -> [(String, BrowserPolicy)] in
            let names =
                browser == .firefox
                ? ["policies.json"] : (try? Directory.entries(of: browser.folder))?.map(\.name) ?? []
            return names.filter { $0.hasSuffix(".json") }.compactMap { name in
                let path = "\(browser.folder)/\(name)"
                guard let policy = BrowserPolicy(of: browser, at: path) else { return nil }
                return policy.entries.isEmpty ? nil : (path, policy)
            }
        }
    }
}

extension QueryValue {
    /// Returns the object with another value for a member.
    fileprivate func setting(_ name: String, to value: QueryValue) -> QueryValue {
        var members = self.members ?? []
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = value
        } else {
            members.append(Member(name, value))
        }
        return .object(members)
    }
}
