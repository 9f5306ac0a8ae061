import ArgumentParser
import DispatcherMessages
import Glibc
import UnixSystem

/// `xcallback edit [FILE]`
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit a file of the configuration, and load it if it is without a mistake.",
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
        let folder = "\(Directory.parent(of: original.path))/.edit-\(getpid())"
        // The name of a file is that of its feature.
        let copy = "\(folder)/\(original.path.split(separator: "/").last ?? "")"
        _ = try Directory.make(folder)
        defer {
            try? File.remove(copy)
            Directory.removeIfEmpty(folder)
        }
        try File.replace(copy, with: original.contents ?? [], permissions: 0o600, followsLinks: false)
        repeat {
            try open(copy)
            guard let contents = try FileContents.read(copy), contents != original.contents ?? [] else {
                Shell.report("nothing was changed")
                return
            }
            let mistakes = try RouteLoading.mistakes(in: copy)
            guard !mistakes.isEmpty else {
                try original.write(String(decoding: contents, as: UTF8.self))
                Shell.print("wrote \(Printable.line(original.path))")
                return try RouteLoading(file: original, daemon: daemon).load()
            }
            for mistake in mistakes {
                let place = mistake.hasPrefix(copy) ? original.path + mistake.dropFirst(copy.count) : mistake
                Shell.report(Printable.line(place))
            }
        } while goesOn()
        Shell.report("nothing was changed")
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
        Shell.report("edit again? [yes]")
        return readLine().map { $0.lowercased().first != "n" } ?? false
    }
}
