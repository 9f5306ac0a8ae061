import DesktopEntries
import DispatcherMessages
import ProgramHelp
import UnixSystem
import XCallbackURL

/// A ready file of routes, which `xcallback new --recipe NAME` writes.
struct Recipe {
    let name: String
    /// The text of the file, with the path of this program and the user's home folder.
    let text: String

    /// The files of the folder Recipes, in the order of their names.
    static let all = [
        ("appimage", PackageResources.appimage_yaml), ("assistant", PackageResources.assistant_yaml),
        ("clipboard", PackageResources.clipboard_yaml), ("diary", PackageResources.diary_yaml),
        ("editor", PackageResources.editor_yaml), ("joplin", PackageResources.joplin_yaml),
        ("magnet", PackageResources.magnet_yaml), ("mpv", PackageResources.mpv_yaml),
        ("note", PackageResources.note_yaml), ("obsidian", PackageResources.obsidian_yaml),
        ("org-capture", PackageResources.org_capture_yaml), ("player", PackageResources.player_yaml),
        ("tel", PackageResources.tel_yaml), ("two-apps", PackageResources.two_apps_yaml),
        ("vscode", PackageResources.vscode_yaml), ("web", PackageResources.web_yaml),
        ("work-log", PackageResources.work_log_yaml),
    ].map { name, bytes in
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("@CLIENT@", with: Shell.client)
            .replacing("@HOME@", with: Shell.variable("HOME") ?? "/home/me")
        return Recipe(name: name, text: text)
    }

    /// The comment at the top: what the recipe is for, what a click does, and what the recipe needs and how it is tried.
    private var comment: [Substring] { text.split(separator: "\n").prefix(3).map { $0.dropFirst(2) } }

    var summary: Substring { comment[0] }

    /// The program that the routes start and that is not installed, as the comment names it, with its package; nil if all is
    /// there. Of `a or b`, one is enough.
    private var missingProgram: String? {
        guard let needs = comment[2].split(separator: ". ").first, needs != "Needs nothing else" else { return nil }
        // wl-copy needs Wayland.
        let choices = needs.dropFirst("Needs ".count).split(separator: " or ").filter {
            !$0.hasPrefix("wl-") || Shell.variable("WAYLAND_DISPLAY")?.isEmpty == false
        }
        let isThere = choices.contains {
            ProgramSearch.find(String($0.prefix { $0 != " " }), in: Shell.environment) != nil
        }
        return isThere ? nil : choices.joined(separator: " or ")
    }

    /// The link to try, or the command that does all.
    private var trial: Substring { comment[2].split(separator: ": ", maxSplits: 1)[1] }

    private var schemes: [Scheme] {
        let list = text.split(separator: "\n").first { $0.hasPrefix("schemes: [") } ?? ""
        return list.dropFirst("schemes: [".count).split { ", ]".contains($0) }.compactMap { Scheme(String($0)) }
    }

    /// Whether the recipe is a command, and no file.
    private var isCommand: Bool { text.split(separator: "\n").count == 3 }

    static func list() {
        Shell.print("NAME         WHAT IT DOES")
        for recipe in all { Shell.print(recipe.name.padded(to: 13) + recipe.summary, indentation: 13) }
    }

    static func named(_ name: String) throws -> Recipe {
        if let recipe = all.first(where: { $0.name == name }) { return recipe }
        let suggestion = MissingRoute.suggestion(for: name, among: all.map(\.name))
        throw Shell.failure("no recipe '\(name)'; 'xcallback new --recipe' lists them\(suggestion)", .usage)
    }

    /// Shows the file, asks on a terminal, writes the file, has the daemon load it, and registers its schemes.
    /// - Parameters:
    ///   - registers: Whether to register the schemes. Otherwise they are declined.
    ///   - force: Whether to take schemes that other apps open now.
    func write(_ confirmation: Confirmation, registers: Bool, force: Bool) throws {
        Shell.print(text: String(text.dropLast()))
        let missing = missingProgram
        if let missing {
            Shell.report("\(missing) is not installed; without it the routes that start it end as an error")
        }
        guard !isCommand else { return Shell.report("nothing was written; this does it: \(trial)") }
        let file = try RouteFile(name: name)
        guard file.contents == nil else {
            throw Shell.failure(
                "\(file.shownPath) exists, and was not changed; 'xcallback edit \(name)' opens it", .configuration)
        }
        let handlers = try SchemeHandlers(environment: Shell.environment)
        for scheme in schemes where registers {
            guard let app = handlers.handler(of: scheme), !DesktopEntry.isOurs(app.identifier, for: scheme) else {
                continue
            }
            let owner = "\(app.name) opens \(scheme): links now"
            guard force else {
                throw Shell.failure(
                    "\(owner), and nothing was written; --force gives them to the recipe", .configuration)
            }
            Shell.report("\(owner), and no longer after this; 'xcallback remove \(name)' gives them back")
        }
        try confirmation.require("Write this to \(file.shownPath)", or: "new --recipe \(name)", otherwise: true)
        let isLoaded = try file.store(text, "wrote \(file.shownPath)", declining: registers ? [] : schemes)
        for warning in CheckedCopy.warnings(of: file)
        where missing == nil || !warning.text.hasSuffix("is not on PATH") { Shell.report(warning.text) }
        guard isLoaded else { return }
        if registers { try NewCommand.register(schemes.map(\.text), force: force) }
        Shell.print("try   \(comment[2].contains("Try: ") ? "xcallback open '\(trial)'" : String(trial))")
    }
}
