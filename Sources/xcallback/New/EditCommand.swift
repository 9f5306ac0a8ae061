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
            after a mistake you may go on editing, or leave the file as it was. A name without '/' is a file of routes.d, and 'config' is config.yaml.

            Example:
              xcallback edit notes
            """)

    @OptionGroup var daemon: DaemonOptions

    @Argument(help: "Name of the file in routes.d, or its path.")
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
        let copy = try CheckedCopy(of: original, text: original.contents ?? [])
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
            let mistakes = try copy.mistakes()
            for mistake in mistakes { Shell.report(Printable.line(mistake)) }
            if mistakes.isEmpty {
                guard try copy.place() else {
                    Shell.report("\(Printable.line(original.path)) was changed meanwhile")
                    break
                }
                copy.remove()
                Shell.print("wrote \(Printable.line(original.path))")
                return try RouteLoading(file: original, daemon: daemon).load()
            }
        } while goesOn()
        Shell.report("nothing was changed; your text is in \(Printable.line(copy.path))")
        throw ExitCode(ExitStatus.configuration.rawValue)
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
