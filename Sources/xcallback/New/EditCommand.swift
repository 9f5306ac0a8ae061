import ArgumentParser
import DispatcherMessages
import Glibc
import UnixSystem

/// `xcallback edit [FILE]`
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit a file of the configuration, check it, and load it.",
        discussion: """
            Opens a copy of the file in $VISUAL or $EDITOR. The file itself is replaced once the copy is without a mistake; \
            after a mistake you may go on editing, or leave the file as it was: your text is kept, and the next \
            'edit' offers it. A name without '/' is a file of routes.d, and 'config' is config.yaml.

            Example:
              xcallback edit notes
            """)

    @OptionGroup var daemon: DaemonOptions

    @Argument(help: "Name of the file in routes.d, or its path.", completion: NameCompletion.files)
    var file: String

    func run() throws {
        do {
            try edit(try routeFile())
        } catch let error as SystemCallError {
            Shell.report("\(error)")
            throw ExitCode(ExitStatus.errorOutcome.rawValue)
        }
    }

    private func routeFile() throws -> RouteFile {
        if file.contains("/") { return try RouteFile(path: Directory.absolute(file)) }
        let name = file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file
        if name == "config" { return try RouteFile(path: "\(Directory.parent(of: RouteFile.folder))/config.yaml") }
        return try RouteFile(name: name)
    }

    private func edit(_ original: RouteFile) throws {
        let copy = try self.copy(of: original)
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
            guard let contents = try FileContents.read(copy.path), contents != original.contents ?? [] else {
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

    /// The text to edit: that of the file, or the one that an earlier 'edit' has left.
    private func copy(of original: RouteFile) throws -> CheckedCopy {
        var text = original.contents ?? []
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
