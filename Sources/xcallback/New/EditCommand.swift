import ArgumentParser
import DispatcherMessages
import Glibc
import URLSchemeRouter
import UnixSystem

/// `xcallback edit [FILE]`
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit a file of the configuration, check it, and load it.",
        discussion: """
            Opens a copy of the file in $VISUAL or $EDITOR. The copy replaces the file once it has no mistakes, and the \
            daemon loads it. After a mistake you may go on editing, or leave the file as it was: your text is kept, and a \
            message says where. If you change nothing, the daemon loads its files again.

            A name without '/' is a file of routes.d, and 'config' is config.yaml; the name of a route means the file \
            that declares the route. A name with .yaml always means a file. A file that does not exist is created.

            Example:
              xcallback edit notes
            """)

    @Argument(
        help: "Name of a file in routes.d, path of a file, or name of a route.", completion: NameCompletion.files)
    var file: String

    func run() throws {
        let original = try routeFile()
        let start = original.contents ?? template(of: original)
        if original.contents == nil { Shell.report("a new file: \(original.shownPath)") }
        let copy = try CheckedCopy(of: original, text: start)
        defer {
            for path in CheckedCopy.left(of: original) {
                Shell.report("your text is in \(Printable.shown(path, limit: nil)), until you remove its folder")
            }
        }
        repeat {
            let isEdited = try runEditor(on: copy.path)
            let text = try FileContents.read(copy.path) ?? start
            if text == start { copy.remove() }
            guard isEdited else { throw Shell.failure("nothing was changed") }
            guard text != start else {
                // Another program may have changed the file. Without an answer, the next daemon loads it when it starts.
                let refused = (try? Daemon.call(ReloadMethod.self).reply)?.refused ?? []
                try RouteFile.refuse(refused.flatMap(\.mistakes).map { CheckedLine($0, of: file) }, \.text)
                return Shell.report("nothing was changed")
            }
            var mistakes = try copy.mistakes()
            if mistakes.isEmpty {
                try original.replace(with: text)
                do { mistakes = try original.load("wrote \(original.shownPath)") ?? [] } catch {
                    copy.remove()
                    throw error
                }
            }
            if mistakes.isEmpty { copy.remove() }
            for line in mistakes.isEmpty ? CheckedCopy.warnings(of: original) : mistakes { Shell.report(line.text) }
            guard !mistakes.isEmpty else { return }
        } while Shell.isInteractive && (try? Shell.agrees(to: "Edit again?", otherwise: true)) == true
        throw Shell.failure("nothing was changed", .configuration)
    }

    private func routeFile() throws -> RouteFile {
        let folder = Directory.parent(of: RouteFile.folder)
        if file.contains("/") {
            let path = Directory.absolute(file)
            // 'check' and 'status' name a file by its path below the configuration folder.
            return try RouteFile(path: !File.exists(path) && file.hasPrefix("routes.d/") ? "\(folder)/\(file)" : path)
        }
        if ["config", "config.yaml"].contains(file) { return try RouteFile(path: "\(folder)/config.yaml") }
        if file.hasSuffix(".yaml") { return try RouteFile(name: String(file.dropLast(5))) }
        let names = RouteFile.names
        // The name of a route begins with the name of its file, which may contain dots.
        if let owner = names.filter({ "\(file).".hasPrefix("\($0).") }).max(by: { $0.utf8.count < $1.utf8.count }) {
            return try RouteFile(name: owner)
        }
        if let near = nearest(to: file, among: names + ["config"]) {
            let shown = Printable.shown(file, limit: 64)
            throw Shell.failure(
                "there is no file '\(shown)'; did you mean '\(near)'? '\(shown).yaml' makes a new file", .usage)
        }
        return try RouteFile(name: file)
    }

    /// Returns the first text of a new file of routes; empty for any other file.
    private func template(of original: RouteFile) -> [UInt8] {
        guard Directory.parent(of: original.path) == RouteFile.folder,
            var draft = try? RouteDraft("\(original.name.dropLast(5)):greet?name=")
        else { return [] }
        draft.command = ["printf", "--", "Hello %s", "$name"]
        return Array(draft.file.text.utf8)
    }

    /// Opens the editor. Returns false after reporting that the editor failed.
    private func runEditor(on path: String) throws -> Bool {
        let editor = Shell.variable("VISUAL") ?? Shell.variable("EDITOR") ?? "sensible-editor"
        // $EDITOR may have options, so a shell reads it, as with git and sudoedit.
        let child = try ChildProcess(["/bin/sh", "-c", "\(editor) \"$1\"", "sh", path])
        guard child.wait() != 0 else { return true }
        Shell.report("'\(Printable.shown(editor, limit: nil))' failed")
        return false
    }
}
