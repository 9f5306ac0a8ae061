import Foundation
import TestSupport
import Testing
import XCallbackURL

@testable import DesktopEntries

/// Planted lists and .desktop files, and who then opens `notes:`.
struct AssociationCase: Sendable, CustomTestStringConvertible {
    /// Why the row is there.
    let reason: String
    /// By path below the home. `U/` is the user's applications, `S/` the system's, `C/` the user's configuration, `X/`
    /// the system's. A text that begins with `APP` is a .desktop file that names the scheme, followed by more lines.
    let files: [String: String]
    let environment: [String: String]
    /// The app that gets the URL from `gio open`.
    let gio: String?
    /// The app that gets it from an xdg-open that asks xdg-mime.
    let xdgMime: String?
    /// The app that gets it from xdg-open 1.1, if that differs from 1.2, whose rules are ours.
    let xdgMime11: String?

    var testDescription: String { reason }

    /// The cases of a section of associations.txt.
    static func rows(_ section: String) -> [Self] { TextTable.rows("associations.txt", section).map(Self.init) }

    private init(row: [String]) {
        let openers = row[1].components(separatedBy: ", ").map { $0.split(separator: " ").last.map { String($0) } }
            .map { $0 == "nobody" ? nil : $0 }
        var files: [String: String] = [:]
        var environment: [String: String] = [:]
        for cell in row[2...] {
            if cell == "two apps" {
                files = ["U/one.desktop": "APP", "U/two.desktop": "APP", "U/mimeinfo.cache": "<cache>one.desktop;"]
                continue
            }
            let parts = cell.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
            if parts[0].contains("/") { files[parts[0]] = parts[1] } else { environment[parts[0]] = parts[1] }
        }
        self.init(
            row[0], files, environment: environment, gio: openers[0],
            xdgMime: openers.count > 1 ? openers[1] : openers[0], xdgMime11: openers.last ?? nil)
    }

    init(
        _ reason: String, _ files: [String: String], environment: [String: String] = [:], gio: String? = nil,
        xdgMime: String? = nil, xdgMime11: String? = nil
    ) {
        self.reason = reason
        self.files = files
        self.environment = environment
        self.gio = gio
        self.xdgMime = xdgMime
        self.xdgMime11 = xdgMime11
    }

    /// A home with those files, in which every app writes its name to `started`.
    func plant() throws -> Home {
        let home = try Home(more: environment)
        try home.script("bin/start", #"echo "$1" > "$HOME/started""#)
        for (name, text) in files { try home.write(Self.path(name), Self.text(text, name: name, home: home)) }
        return home
    }

    private static let scheme = "x-scheme-handler/notes"

    static func path(_ name: String) -> String {
        let places = ["U": ".local/share/applications", "S": "share/applications", "C": ".config", "X": "xdg"]
        return name.split(separator: "/", maxSplits: 1).enumerated()
            .map { $0 == 0 ? places[String($1)] ?? String($1) : String($1) }.joined(separator: "/")
    }

    private static func text(_ text: String, name: String, home: Home) -> String {
        let groups = [
            "default": "Default Applications", "added": "Added Associations", "removed": "Removed Associations",
            "cache": "MIME Cache",
        ]
        var text = text.replacing("<scheme>", with: scheme).replacing("<bom>", with: "\u{FEFF}")
        for (name, group) in groups { text = text.replacing("<\(name)>", with: "[\(group)]\n\(scheme)=") }
        guard text.hasPrefix("APP") else { return text.replacing("HOME", with: home.path) }
        let app = name.split(separator: "/").last.map { $0.replacing(".desktop", with: "") } ?? ""
        return """
            [Desktop Entry]
            Type=Application
            Name=\(app)
            Exec=\(home.path)/bin/start \(app) %u
            MimeType=x-scheme-handler/notes;

            """ + text.dropFirst("APP\n".count)
    }
}
