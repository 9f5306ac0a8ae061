import Foundation
import TestSupport
import Testing
import UnixSystem
import XCallbackURL

@testable import DesktopEntries

/// A separate home directory, removed at the end, and an environment that knows no other place.
final class Home: Sendable {
    private let folder: TemporaryFolder
    var path: String { folder.path }
    let environment: [String: String]

    /// - Parameters:
    ///   - folder: The folder on PATH that has our own programs.
    ///   - tools: The PATH in which the desktop's own tools are looked up, after that folder.
    ///   - more: Variables beside the usual ones, or in their place.
    init(
        folder: String = "bin", tools: String = "/usr/local/bin:/usr/bin:/bin", more: [String: String] = [:]
    ) throws {
        let home = try TemporaryFolder()
        self.folder = home
        let path = home.path
        let environment = [
            "PATH": "\(path)/\(folder):\(tools)",
            "HOME": path,
            "XDG_RUNTIME_DIR": "\(path)/run",
            "XDG_DATA_DIRS": "\(path)/share",
            "XDG_CONFIG_DIRS": "\(path)/xdg",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "DISPLAY": ":5",
            "LC_ALL": "C.UTF-8",
            // xdg-open starts this when no program opens a scheme.
            "BROWSER": "/bin/false",
        ]
        self.environment = environment.merging(more) { $1 }
        try FileManager.default.createDirectory(
            atPath: path + "/run", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The file's text, or nil if there is none.
    subscript(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    func write(_ name: String, _ text: String) throws {
        let file = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// A shell script that can be run, and its path.
    ///
    /// A shell writes it: one of our own descriptors, still open in a child that another test is just starting, would make
    /// the first run fail with "Text file busy".
    @discardableResult
    func script(_ name: String, _ body: String) throws -> String {
        let file = "\(path)/\(name)"
        let command = #"mkdir -p "${1%/*}" && printf '%s' "$2" > "$1" && chmod 755 "$1""#
        let ended = try CompletedProcess.run(
            path: "/bin/sh", arguments: ["sh", "-c", command, "sh", file, "#!/bin/sh\n\(body)\n"],
            environment: [:], seconds: 30)
        try #require(ended?.status == 0)
        return file
    }

    /// Another app that opens a scheme, by its .desktop file alone.
    func app(_ name: String, opening scheme: String, in directory: String = ".local/share/applications") throws {
        let program = try script("bin/\(name)", "exit 0")
        try write(
            "\(directory)/\(name).desktop",
            "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(program) %u\nMimeType=x-scheme-handler/\(scheme);\n"
        )
    }

    /// Both programs of this package, as scripts; the path of the client.
    func programs(client: String = "exit 0") throws -> String {
        try script("bin/xcallbackd", "exit 0")
        return try script("bin/xcallback", client)
    }

    /// Both programs as a build leaves them, in a folder that is not on PATH; the path of the client.
    @discardableResult
    func build(client: String = "exit 0") throws -> String {
        try script("source/.build/release/xcallbackd", "echo daemon")
        return try script("source/.build/release/xcallback", client)
    }

    func link(_ name: String, to destination: String) throws {
        let file = "\(path)/\(name)"
        try FileManager.default.createDirectory(atPath: Directory.parent(of: file), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: destination)
    }

    /// Every file, directory and link below the home, with the text of the files.
    func everything() throws -> [String: String] {
        var found: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            let file = "\(path)/\(name)"
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: file)
            found[name] = link ?? self[name] ?? "a directory"
        }
        return found
    }

    /// The output of a desktop tool in this home.
    func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        let program = try #require(DesktopProgram.locate(arguments[0], environment: environment))
        let ended = try CompletedProcess.run(path: program, arguments: arguments, environment: environment, seconds: 30)
        let end = try #require(ended)
        return (end.status, end.output, end.errors)
    }

    func install(
        _ schemes: String..., executable: String? = nil, force: Bool = false
    ) throws -> InstallationReport {
        let entries = try schemes.map { try SchemeEntry(scheme: #require(Scheme($0)), name: $0) }
        return try install(entries, executable: executable, force: force)
    }

    func install(
        _ entries: [SchemeEntry], executable: String? = nil, force: Bool = false
    ) throws -> InstallationReport {
        try Installation.install(
            schemes: entries, executable: executable ?? programs(), environment: environment,
            force: { _ in force })
    }

    func uninstall() throws -> InstallationReport { try Installation.uninstall(environment: environment) }

    func handler(of scheme: String = "notes", _ rules: AssociationRules? = nil) throws -> SchemeHandler? {
        try SchemeHandlers(environment: environment, rules: rules).handler(of: #require(Scheme(scheme)))
    }

    func opener(of scheme: String) throws -> String? { try handler(of: scheme)?.identifier }

    /// An app that opens notes: by a line of mimeapps.list, which is returned.
    func notesApp(in list: String = ".config/mimeapps.list") throws -> String {
        try app("notes-app", opening: "notes")
        let text = "[Default Applications]\nx-scheme-handler/notes=notes-app.desktop\n"
        try write(list, text)
        return text
    }
}

extension InstallationReport {
    func says(_ line: String) -> Bool { lines.contains { $0.description == line } }

    /// The texts of the lines with a verdict.
    func texts(_ verdict: Verdict) -> [String] { lines.filter { $0.verdict == verdict }.map(\.text) }
}
