import ArgumentParser
import DesktopEntries
import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// `xcallback new SCHEME/PATH -- COMMAND…`
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a route that runs a command, and load it.",
        discussion: """
            Writes a file for the scheme into routes.d of your configuration, or adds the route to the existing file, \
            has the daemon load it, registers the scheme as 'xcallback install' does, and prints a link to the route, the \
            command that runs it, and what a click on the link would do; for inputs 'url' and 'title' or 'text', also a bookmark \
            that sends the page in front of you. A file with a mistake is not written. If no daemon runs, it loads the file at \
            its next start. On a terminal, 'xcallback new' alone asks for each part, unless --yes is given.

            $name in an argument of the command stands for the value of the input 'name'. Write $name in single \
            quotes, or your shell replaces it. No shell reads the command: --script takes a line for a shell instead, in which \
            each input is a variable. The types are those of a routes file: line, string, int, bool, date, url, [line], line? and \
            so on. small|large is a choice, in a file {one-of: [small, large]}; path:DIR is a file in DIR, in a file \
            {type: path, under: DIR}; JSON declares a range or a default.

            --recipe lists ready files, such as 'mpv', 'tel' and 'magnet'; with the name of one it shows the file, asks, \
            writes it and registers its schemes.

            Examples:
              xcallback new hello/greet --input name=line -- printf 'Hello %s' '$name'
              xcallback new hello/count --input text --script 'echo "$text" | wc -w'
              xcallback new --recipe
            """)

    @OptionGroup var options: RouteOptions

    @Option(help: "Line for a shell, instead of a command: each input is a variable, such as \"$name\".")
    var script: String?

    @Flag(help: "Never register the scheme with the desktop, unless you run 'xcallback install SCHEME'.")
    var noInstall = false

    @Flag(name: .customLong("recipe"), help: "List ready files; with the name of one, show it and write it.")
    var isRecipe = false

    @OptionGroup var confirmation: Confirmation

    @Flag(help: "Also take schemes that another app opens now; without it, a recipe is not written then.")
    var force = false

    @Argument(
        help:
            "Scheme and path of the route, such as hello/greet, magnet/ or 'notes/show/{id:int}'; or a link, whose parameters become inputs.",
        completion: .custom { words, _, _ in
            words.contains("--recipe") ? Recipe.all.map { "\($0.name)\t\($0.summary)" } : []
        })
    var route: String?

    @Argument(parsing: .postTerminator, help: "Command to run, after '--'; each argument may have $name in it.")
    var command: [String] = []

    func validate() throws {
        if let first = command.first ?? (CommandLine.arguments.contains("--") ? "" : nil), first.isEmpty {
            throw ValidationError("no program follows '--'; \(Self.quotesHint)")
        }
        guard script == nil || command.isEmpty else {
            throw ValidationError("--script and '-- COMMAND' cannot be used together")
        }
        if isRecipe {
            guard !hasCommand, options.isEmpty else {
                throw ValidationError("--recipe takes no command and no part of a route, such as --input")
            }
            return
        }
        guard let draft = try given() else {
            guard Shell.isInteractive, !hasCommand, !confirmation.yes else {
                throw ValidationError("a route and '-- COMMAND…' are needed, as in: \(Self.sample)")
            }
            return
        }
        if command.contains(""), draft.takesInput, !draft.usesInput {
            throw ValidationError("an argument of the command is empty; \(Self.quotesHint)")
        }
    }

    /// Whether the arguments have a command or a script.
    private var hasCommand: Bool { script != nil || !command.isEmpty }

    func run() throws {
        guard !isRecipe else {
            guard let route else { return Recipe.list() }
            return try Recipe.named(route).write(confirmation, registers: !noInstall, force: force)
        }
        let draft = try given() ?? RouteDialogue(route: route, fill: options.fill, check: mistakes).draft()
        let file = try RouteFile(name: draft.scheme.text)
        guard let addition = file.adding(draft) else {
            Shell.report("\(file.shownPath) does not end with its list of routes; add these lines to the list by hand:")
            for line in draft.lines(indentation: 2) { Shell.print("", copied: line) }
            throw ExitCode(ExitStatus.configuration.rawValue)
        }
        let hint = isShellLine ? "; to run a line with a shell, --script is simpler" : ""
        let deed = "\(file.contents == nil ? "wrote" : "added the route to") \(file.shownPath)"
        let declined = noInstall ? [draft.scheme] : []
        let isLoaded = try file.store(addition.text, deed, declining: declined) { addition.shown($0) + hint }
        try warn(of: draft, addition, in: file)
        if isLoaded { try show(draft, source: "routes.d/\(file.name):") }
    }

    /// Returns the mistakes that a route would add to its file, each with the line that has it.
    /// Throws the exit status if the file already has mistakes.
    private func mistakes(of draft: RouteDraft) throws -> [String] {
        let file = try RouteFile(name: draft.scheme.text)
        let addition = file.adding(draft) ?? draft.file
        let found = try file.mistakes(of: addition.text)
        try RouteFile.refuse(found.filter { !addition.contains($0) }, addition.shown)
        return found.map(addition.shown)
    }

    /// Prints the warnings about the new route.
    private func warn(of draft: RouteDraft, _ addition: RouteAddition, in file: RouteFile) throws {
        for warning in CheckedCopy.warnings(of: file) where addition.contains(warning) {
            Shell.report(warning.text)
        }
        // No shell has read the answers of the dialogue.
        guard hasCommand else { return }
        if let sign = shellSign {
            Shell.report(
                "no shell runs this command, so '\(sign)' is an argument of \(Printable.shown(command[0])); see --script"
            )
        }
        if !draft.inputs.isEmpty, !draft.usesInput { Shell.report(Self.quotesHint) }
    }

    /// The first argument that is only a sign of a shell, such as `|`. The daemon passes the sign on as an argument.
    private var shellSign: String? {
        command.dropFirst().first { ["|", "|&", "||", "&&", "&", "<", ">", ">>", "2>", "2>&1", "&>"].contains($0) }
    }

    /// Whether the command is a line for a shell.
    private var isShellLine: Bool {
        let program = command.first?.split(separator: "/").last ?? ""
        return ["sh", "bash", "dash", "zsh"].contains(program) && command.dropFirst().first?.hasPrefix("-") ?? false
    }

    private static let sample = "xcallback new hello/greet --input name=line -- printf 'Hello %s' '$name'"
    private static let quotesHint = "your shell replaces $name, unless you write it in single quotes: '$name'"

    /// Returns the route that the arguments describe; nil if a part is missing.
    private func given() throws -> RouteDraft? {
        guard let route, hasCommand else { return nil }
        var draft = try RouteDraft(route)
        options.fill(&draft)
        (draft.command, draft.script) = (command, script)
        return draft
    }

    /// Prints a link to the route and what a click on the link would do.
    /// - Parameter source: The beginning of the place where the file declares the route.
    private func show(_ draft: RouteDraft, source: String) throws {
        let routes = try Daemon.call(RoutesMethod.self).reply.routes
        let isDraft = { (route: ListedRoute) in
            route.name.hasSuffix(".\(draft.name)") && route.source?.hasPrefix(source) ?? false
                && route.schemes.contains(draft.scheme.text)
        }
        guard let listed = routes.last(where: isDraft) else {
            throw Shell.failure(
                "the file does not name the scheme \(draft.scheme) in 'schemes', so \(draft.scheme): URLs do not reach the route",
                .configuration)
        }
        if !noInstall { try Self.register([draft.scheme.text], force: force) }
        Shell.print("name   \(listed.name)")
        // The route may refuse values that are made up.
        let link = try? Daemon.call(LinkMethod.self) { ($0.route, $0.input) = (listed.name, JSONObject(draft.example)) }
        guard let url = link?.reply.url else {
            return Shell.print("link   xcallback link \(listed.name) name=value… writes it")
        }
        let explanation = try Daemon.call(ExplainMethod.self) { ($0.url, $0.door) = (url, .desktop) }.reply
        Shell.print("link   ", copied: url, indentation: 7)
        let values = (draft.example.members ?? []).flatMap { member in
            (member.value.elements ?? [member.value]).map { "\(member.name)=\($0.text ?? "")" }
        }
        Shell.print(
            "shell  ", copied: Printable.command(["xcallback", "run", listed.name] + values), indentation: 7)
        if let bookmarklet = draft.bookmarklet { Shell.print("page   ", copied: bookmarklet, indentation: 7) }
        if let command = explanation.command {
            Shell.print("runs   ", copied: Printable.command(command), indentation: 7)
        }
        Shell.print(Printable.message("click  \(ExplainedClick(explanation).sentence)"), indentation: 7)
    }

    /// Declines the schemes that are not registered yet.
    static func decline(_ schemes: [Scheme]) throws {
        let names = schemes.filter { !DesktopEntry.isInstalled(for: $0, environment: Shell.environment) }.map(\.text)
        try DeclinedSchemes.set(names, isDeclined: true, environment: Shell.environment)
    }

    /// Registers the schemes with the desktop that are not registered already.
    /// - Parameter force: Whether to take them from apps that open them now.
    static func register(_ schemes: [String], force: Bool = false) throws {
        let served = try Daemon.call(StatusMethod.self).reply.schemes
        // The status does not list a scheme that no click may use.
        let missing = served.filter { !$0.isRegistered && schemes.contains($0.scheme) }.map(\.scheme)
        guard !missing.isEmpty else { return }
        // Warnings are about the machine, so only the first installation shows them.
        try InstallCommand.register(missing, force: force, warns: !served.contains(where: \.isRegistered))
    }
}
