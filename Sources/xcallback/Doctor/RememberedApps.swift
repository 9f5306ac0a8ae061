import DesktopEntries
import DispatcherMessages
import QueryCoding
import UnixSystem
import XCallbackURL

/// Finds the apps that Firefox and the portal remember for our schemes. Both no longer look at the desktop's default then.
struct RememberedApps {
    private(set) var findings: [Finding] = []

    /// The names of members in `handlers.json`, and in the printed answers of busctl(1).
    private enum Member {
        static let schemes = "schemes"
        static let action = "action"
        /// Whether Firefox asks each time.
        static let ask = "ask"
        static let handlers = "handlers"
        static let identifier = "id"
        /// The app's place, name or address.
        static let names = ["path", "uriTemplate", identifier, "name"]
        static let data = "data"
    }

    init(for schemes: [Scheme]) {
        for file in Self.firefoxFiles { checkFirefox(file, schemes) }
        for choice in Self.portalChoices(of: schemes) {
            findings.add(.hint, "portal", choice.text, remedy: "xcallback install --force")
        }
    }

    /// The `handlers.json` of each profile, of a package, a snap and a Flatpak.
    private static var firefoxFiles: [String] {
        let home = Shell.variable("HOME") ?? ""
        let folders = [
            "\(home)/.mozilla/firefox", "\(Shell.folder("XDG_CONFIG_HOME", orHome: ".config"))/mozilla/firefox",
            "\(home)/snap/firefox/common/.mozilla/firefox", "\(home)/.var/app/org.mozilla.firefox/.mozilla/firefox",
            "\(home)/.var/app/org.mozilla.firefox/config/mozilla/firefox",
        ]
        return folders.flatMap { folder in
            ((try? Directory.entries(of: folder)) ?? []).map { "\(folder)/\($0.name)/handlers.json" }
        }
    }

    /// `nsIHandlerInfo.useHelperApp`: Firefox opens the scheme with the first app of the list.
    private static let useHelperApp = "2"

    private mutating func checkFirefox(_ file: String, _ schemes: [Scheme]) {
        guard let bytes = try? FileContents.read(file, limit: 1 << 20),
            let known = (try? JSONParser.parse(bytes, depthLimit: 64))?[Member.schemes]
        else { return }
        for scheme in schemes {
            guard let choice = known[scheme.text], choice[Member.action]?.text == Self.useHelperApp,
                choice[Member.ask] != .bool(true),
                let app = choice[Member.handlers]?.elements?.first, app != .null,
                !DesktopEntry.isOurs(app[Member.identifier]?.string ?? "", for: scheme)
            else { continue }
            let name = Member.names.compactMap { app[$0]?.string }.first ?? "another app"
            findings.add(
                .hint, "firefox", "opens the links of \(scheme) with \(name) (\(file))",
                remedy: "in Firefox's settings, search for 'applications', and choose '… (default)' for \(scheme)")
        }
    }

    /// The number of times after which the portal opens the same app unasked.
    private static let portalThreshold = 3

    /// Returns the other apps with which the portal opens our schemes unasked.
    private static func portalChoices(of schemes: [Scheme]) -> [(scheme: Scheme, text: String)] {
        let known = Set(store("List", "s")?.elements?.compactMap(\.string) ?? [])
        return schemes.filter { known.contains($0.mimeType) }.flatMap { scheme in
            (store("Lookup", "ss", scheme.mimeType)?.members ?? []).compactMap { member in
                guard let choice = member.value.elements?.compactMap(\.string), choice.count >= 3,
                    let count = Int(choice[1]), let limit = Int(choice[2]), limit < Int32.max,
                    count >= (limit > 0 ? limit : portalThreshold),
                    !DesktopEntry.isOurs("\(choice[0]).desktop", for: scheme)
                else { return nil }
                let callers = member.name.isEmpty ? "apps" : member.name
                return (
                    scheme, "opens the links of \(scheme) with \(choice[0]) for \(callers), chosen \(count) times"
                )
            }
        }
    }

    /// Lets the portal forget the other apps with which it opens our schemes unasked. Returns these schemes.
    static func forget(_ schemes: [Scheme]) -> [Scheme] {
        let taken = schemes.isEmpty ? [] : portalChoices(of: schemes).map(\.scheme)
        return schemes.filter { taken.contains($0) && Inquiry(command("Delete", "ss", [$0.mimeType])).lines != nil }
    }

    private static func command(_ method: String, _ signature: String, _ words: [String]) -> [String] {
        let store = "org.freedesktop.impl.portal.PermissionStore"
        let path = "/org/freedesktop/impl/portal/PermissionStore"
        return SessionInquiries.busctl + ["--json=short", "call", store, path, store, method, signature]
            + ["desktop-used-apps"] + words
    }

    /// Returns the first value of the answer of the portal's permission store; nil if it does not answer.
    private static func store(_ method: String, _ signature: String, _ words: String...) -> QueryValue? {
        let question = Inquiry(command(method, signature, words))
        guard let end = question.end, end.status == 0 else { return nil }
        return (try? JSONParser.parse(Array(end.output.utf8), depthLimit: 64))?[Member.data]?.elements?.first
    }
}
