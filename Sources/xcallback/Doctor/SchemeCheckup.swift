import DesktopEntries
import DispatcherMessages
import UnixSystem
import XCallbackURL

/// Checks which app opens each scheme, and how, and the programs that are adopted.
struct SchemeCheckup {
    /// The scheme by which apps answer calls.
    static let answers = "xcallback"

    private(set) var findings: [Finding] = []
    private let environment = Shell.environment
    /// The command that opens URLs.
    private let opener: String

    /// - Parameter schemes: The schemes to check.
    init(status: StatusReply?, schemes: [Scheme]) {
        opener = status?.opener.first ?? "xdg-open"
        let handlers: SchemeHandlers
        do { handlers = try SchemeHandlers(environment: environment) } catch {
            findings.add(.fault, "schemes", "\(error)")
            return
        }
        let asked = schemes.map { [environment] scheme in
            (scheme, Inquiry(AssociationRules.question(about: scheme, in: environment)))
        }
        var hidden: [String] = []
        for (scheme, answer) in asked {
            let handler = handlers.handler(of: scheme)
            findings.append(finding(scheme, handler))
            if let handler, DesktopEntry.isOurs(handler.identifier, for: scheme) {
                checkAnswer(scheme, answer)
                checkRivals(scheme, handlers)
                if handler.isLeftOutOfMenus { hidden.append(scheme.text) }
            }
            checkDigit(scheme)
        }
        // Only an app in a sandbox shows the chooser.
        if SessionVariables.name(desktop: "KDE", environment), !hidden.isEmpty,
            ["flatpak", "snap"].contains(where: { ProgramSearch.find($0, in: environment) != nil })
        {
            findings.add(
                .hint, "chooser",
                "Plasma's 'Choose Application' does not offer xcallback for \(hidden.joined(separator: ", ")), because the "
                    + "entries are hidden from menus",
                remedy: "xcallback install --visible shows an entry for each scheme in the menus too")
        }
        findings += ((try? Adoption.all(environment: environment)) ?? []).compactMap { finding($0) }
    }

    private func finding(_ adoption: Adoption) -> Finding? {
        let subject = "adopted \(adoption.scheme)"
        guard let fault = adoption.fault(environment: environment) else {
            guard let choice = try? adoption.program.choice() else { return nil }
            let reason = choice.reasonPassedOver.map { ": \($0)" }
            return Finding(reason == nil ? .ok : .hint, subject, "its links open with \(choice.program)\(reason ?? "")")
        }
        let remedy = "adopt it again, or run 'xcallback adopt --remove \(adoption.scheme)'"
        return Finding(.fault, subject, fault, remedy: fault.contains("run: ") ? nil : remedy)
    }

    private func finding(_ scheme: Scheme, _ handler: SchemeHandler?) -> Finding {
        let subject = "scheme \(scheme)"
        // The user may want a scheme for scripts and agents alone. Calls of apps need the scheme of answers.
        let isInstalled = DesktopEntry.isInstalled(for: scheme, environment: environment)
        let grade: Finding.Grade = isInstalled || scheme.text == Self.answers ? .fault : .hint
        let isOurs = handler.map { DesktopEntry.isOurs($0.identifier, for: scheme) } ?? false
        if !isOurs, grade == .hint, DeclinedSchemes.all(environment: environment).contains(scheme.text) {
            let remedy = "xcallback install \(scheme)"
            return Finding(.hint, subject, "you declined it, so its links do not arrive here", remedy: remedy)
        }
        guard let handler else {
            let reason = isInstalled ? ": the program of its desktop entry is gone, or the entry is not read" : ""
            return Finding(
                grade, subject, "no app opens the scheme, so clicks do not arrive\(reason)", remedy: "xcallback install"
            )
        }
        guard isOurs else {
            let verb = isInstalled ? "took" : "opens"
            let target = File.destination(ofLink: handler.reason.file)
            let other = target.map { ", or says what to change in \($0), to which the list is a link" } ?? ""
            return Finding(
                grade, subject, "\(handler.name) \(verb) the scheme (\(handler.identifier), \(handler.reason))",
                remedy: "xcallback install --force takes the scheme\(other); uninstall gives it back")
        }
        let path = ProgramSearch.find(opener, in: environment) ?? opener
        if AssociationRules.loses(handler.file, opener: path, in: environment) {
            return Finding(
                .fault, subject,
                "xdg-open before 1.2 does not find \(handler.file), since there is a space in the path",
                remedy:
                    "install xdg-utils 1.2; until then, use Firefox, and write 'opener: [gio, open]' in config.yaml")
        }
        if let words = strayCommand(of: scheme) {
            return Finding(
                .fault, subject,
                "\(handler.file) was changed: it starts \(Printable.command(words)), not 'xcallback open --from desktop -- URL'",
                remedy: "xcallback install")
        }
        let purpose = scheme.text == Self.answers ? ", which carry the answers of apps," : ""
        return Finding(.ok, subject, "its links\(purpose) open with \(handler.command?.program ?? handler.name)")
    }

    /// Returns the command that an opener starts instead of `xcallback open`; nil if there is no such command. xdg-open
    /// and GIO read the Exec line of an entry differently.
    private func strayCommand(of scheme: Scheme) -> [String]? {
        let url = "\(scheme):URL"
        for rules in [AssociationRules.xdgMime, .gio] {
            guard let handlers = try? SchemeHandlers(environment: environment, rules: rules),
                let handler = handlers.handler(of: scheme), DesktopEntry.isOurs(handler.identifier, for: scheme),
                let words = handler.command?.arguments(opening: url)
            else { continue }
            if Array(words.dropFirst()) != ["open", "--from", "desktop", "--", url] { return words }
        }
        return nil
    }

    /// Compares the app of the desktop's own answer with the app that the desktop's files name, which is ours.
    private mutating func checkAnswer(_ scheme: Scheme, _ answer: Inquiry) {
        // gio prints a sentence, which ends with the app, and then other apps.
        let named = answer.lines?.first?.split { $0 == " " || $0 == ";" }.last { $0.hasSuffix(".desktop") }
        guard let named, !DesktopEntry.isOurs(String(named), for: scheme) else { return }
        let question = AssociationRules.question(about: scheme, in: environment)
        findings.add(
            .hint, "scheme \(scheme)",
            "'\(Printable.command(question))' answers \(named), and the desktop's files say that its links open here",
            remedy: "update-desktop-database ~/.local/share/applications; in KDE also kbuildsycoca5 or kbuildsycoca6")
    }

    private mutating func checkDigit(_ scheme: Scheme) {
        let hasDigit = scheme.text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard hasDigit, opener.hasSuffix("xdg-open") else { return }
        findings.add(
            .hint, "scheme \(scheme)", "xdg-open before 1.2 reads a scheme with a digit as a file name",
            remedy: "opener: {\(scheme): [gio, open]} in config.yaml; browsers and gio are not affected")
    }

    /// Names the apps that a chooser offers beside ours.
    private mutating func checkRivals(_ scheme: Scheme, _ handlers: SchemeHandlers) {
        let rivals = handlers.rivals(for: scheme)
        guard !rivals.isEmpty else { return }
        findings.add(
            .hint, "scheme \(scheme)", "\(rivals.joined(separator: ", ")) can open its links too",
            remedy: "links of \(scheme) that it opens do not arrive here")
    }
}
