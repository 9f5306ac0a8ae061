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
            Opens a copy of the file in $VISUAL or $EDITOR. The file itself is replaced once the copy is without a mistake; \
            after a mistake you may go on editing, or leave the file as it was: your text is kept, and the next \
            'edit' offers it. A name without '/' is a file of routes.d, and 'config' is config.yaml; the name of a route is \
            the file that declares it. With .yaml a name is always that of a file, which is made if there is none.

            Example:
              xcallback edit notes
            """)

    @OptionGroup var daemon: DaemonOptions

    @Argument(
        help: "Name of the file in routes.d, its path, or the name of a route in it.", completion: NameCompletion.files)
    var file: String

    func run() throws {
        do { try edit(try routeFile()) } catch let error where error is SystemCallError || error is UnwritableFolder {
            Shell.report("\(error)")
            throw ExitCode(ExitStatus.errorOutcome.rawValue)
        }
    }

    private func routeFile() throws -> RouteFile {
        if file.contains("/") { return try RouteFile(path: Directory.absolute(file)) }
        if file == "config" || file == "config.yaml" {
            return try RouteFile(path: "\(Directory.parent(of: RouteFile.folder))/config.yaml")
        }
        if file.hasSuffix(".yaml") { return try RouteFile(name: String(file.dropLast(5))) }
        let names = RouteFile.names
        guard !names.contains(file) else { return try RouteFile(name: file) }
        // The name of a route begins with that of its file, which may have dots itself.
        if let owner = names.filter({ file.hasPrefix("\($0).") }).max(by: { $0.utf8.count < $1.utf8.count }) {
            return try RouteFile(name: owner)
        }
        if let near = nearest(to: file, among: names + ["config"]) {
            let shown = Printable.line(file, limit: 64)
            Shell.report("there is no file '\(shown)'; did you mean '\(near)'? '\(shown).yaml' makes a new one")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        return try RouteFile(name: file)
    }

    /// What a new file of routes begins with; empty for another file.
    private func template(of original: RouteFile) -> [UInt8] {
        guard Directory.parent(of: original.path) == RouteFile.folder,
            var draft = RouteDraft("\(original.name.dropLast(5))/greet")
        else { return [] }
        draft.inputs = [try? InputDeclaration("name=line")].compactMap(\.self)
        draft.command = ["printf", "--", "Hello %s", "$name"]
        return Array(draft.file.text.utf8)
    }

    private func edit(_ original: RouteFile) throws {
        let start = original.contents ?? template(of: original)
        if original.contents == nil { Shell.report("a new file: \(Printable.line(original.path))") }
        let copy = try self.copy(of: original, start)
        defer {
            if File.exists(copy.path) {
                Shell.report("nothing was changed; your text is in \(Printable.line(copy.path)), where 'edit' finds it")
            }
        }
        repeat {
            do {
                try open(copy.path)
            } catch {
                copy.remove()
                throw error
            }
            guard let contents = try FileContents.read(copy.path), contents != start else {
                copy.remove()
                return Shell.report("nothing was changed")
            }
            var mistakes = try copy.mistakes()
            if mistakes.isEmpty {
                guard try copy.place() else {
                    Shell.report("\(Printable.line(original.path)) was changed meanwhile")
                    break
                }
                do {
                    mistakes = try RouteLoading(file: original, daemon: daemon).mistakes()
                } catch {
                    confirm(copy, original)
                    throw error
                }
            }
            guard !mistakes.isEmpty else { return confirm(copy, original) }
            for mistake in mistakes { Shell.report(Printable.line(mistake.text)) }
        } while goesOn()
        throw ExitCode(ExitStatus.configuration.rawValue)
    }

    private func confirm(_ copy: CheckedCopy, _ original: RouteFile) {
        copy.remove()
        Shell.print("wrote \(Printable.line(original.path))")
    }

    /// The text to edit: that of the file or of the template, or the one that an earlier 'edit' has left.
    private func copy(of original: RouteFile, _ start: [UInt8]) throws -> CheckedCopy {
        var text = start
        guard let left = CheckedCopy.left(of: original) else { return try CheckedCopy(of: original, text: text) }
        let note = "an earlier 'edit' has left a text in \(Printable.line(left.path))"
        guard Shell.isInteractive else {
            Shell.report(note)
            return try CheckedCopy(of: original, text: text)
        }
        let answer = Shell.ask("\(note): go on with it, or remove it? [go on]")?.lowercased().first
        if answer != "r", answer != "n" { text = try FileContents.read(left.path) ?? text }
        let copy = try CheckedCopy(of: original, text: text)
        left.remove()
        return copy
    }

    private func open(_ path: String) throws {
        let editor = Shell.variable("VISUAL") ?? Shell.variable("EDITOR") ?? "sensible-editor"
        // $EDITOR may have options, so it is a shell's line, as git and sudoedit read it.
        let child = try ChildProcess(["/bin/sh", "-c", "\(editor) \"$1\"", "sh", path])
        guard child.wait() == 0 else {
            Shell.report("'\(Printable.line(editor))' failed; nothing was changed")
            throw ExitCode(ExitStatus.errorOutcome.rawValue)
        }
    }

    /// Whether the user wants to go on after a mistake.
    private func goesOn() -> Bool {
        guard Shell.isInteractive else { return false }
        return Shell.ask("edit again? [yes]").map { $0.lowercased().first != "n" } ?? false
    }
}
