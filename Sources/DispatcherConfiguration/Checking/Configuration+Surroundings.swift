import UnixSystem

extension Configuration {
    /// Returns warnings about programs, folders and token files that do not exist now, and about programs that are an
    /// interpreter under another name. The daemon looks a program up when a request needs it, so a missing program does
    /// not keep a file from loading; `check` only reports it.
    package func faultsOfSurroundings(environment: [String: String]) -> [Diagnostic] {
        features.flatMap { feature in
            feature.routes.flatMap { route in
                let messages =
                    route.value.missing(in: environment) + route.value.disguises(in: environment)
                    + route.value.scriptFaults(in: environment, given: settings.environment)
                return messages.map { Diagnostic(route.value.location, $0) }
            }
        }
    }
}

extension RouteDefinition {
    /// Returns a message for each program of the route that a request would not find now, or that it would not start.
    package func missingPrograms(in environment: [String: String]) -> [String] {
        programs.compactMap { word in
            let program = RelativePath.program(word, relativeTo: directory ?? environment["HOME"] ?? "/")
            if let path = ProgramSearch.find(program, in: environment) {
                return ProgramSearch.fault(of: path).map { "the program of '\(name)' \($0)" }
            }
            let place = program.contains("/") ? "does not exist or is not executable" : "is not on PATH"
            return "the program '\(program)' of '\(name)' \(place)"
        }
    }

    fileprivate func missing(in environment: [String: String]) -> [String] {
        var messages = missingPrograms(in: environment)
        for case .path(let folder) in input.map(\.type) where !Directory.exists(folder) {
            messages.append("the folder '\(folder)' of '\(name)' does not exist")
        }
        if let directory, !Directory.exists(directory) {
            messages.append("the folder '\(directory)' of '\(name)' does not exist")
        }
        if let tokenFile = policy.token?.file {
            if !File.isReadable(tokenFile) {
                messages.append(
                    "the token file '\(tokenFile)' of '\(name)' cannot be read; 'xcallback token \(name)' makes it")
            } else if let fault = SecretFile.fault(of: tokenFile) {
                messages.append("the token of '\(name)' is not accepted: \(fault)")
            }
        }
        return messages
    }

    /// Returns a message for each command whose program is a link to a program that would run a value as code.
    fileprivate func disguises(in environment: [String: String]) -> [String] {
        commands.compactMap { arguments in
            guard let program = CommandCheck(arguments, fields: input).programs.last,
                CommandSyntax.of(program) == nil, let place = ProgramSearch.find(program, in: environment)
            else { return nil }
            let real = File.resolved(place)
            let words = [Argument](literals: [program, real])
            let command = arguments.map { $0 == words[0] ? words[1] : $0 }
            let injections = CommandCheck(command, fields: input).injections.filter { $0.value.kind != .unknown }
            guard let first = injections.min(by: { $0.key < $1.key })?.value else { return nil }
            return "the program '\(program)' of '\(name)' is \(real), and \(first.message(for: "a value"))"
        }
    }

    /// Returns what shellcheck says of a script, if it is installed.
    /// - Parameter variables: The names of the variables that config.yaml gives to all commands.
    fileprivate func scriptFaults(in environment: [String: String], given variables: [String]) -> [String] {
        guard case .script(let script) = action, ProgramSearch.find("shellcheck", in: environment) != nil,
            let shell = script.program.first.map(RelativePath.name), ["sh", "dash", "bash", "ksh"].contains(shell)
        else { return [] }
        let given = input.map(\.name) + self.environment + variables
        let line = "printf %s \"$2\" | shellcheck --shell=\"$1\" --format=gcc -"
        let ended = try? CompletedProcess.run(
            path: "/bin/sh", arguments: ["sh", "-c", line, "sh", shell, script.text], environment: environment,
            seconds: 5)
        return (ended ?? nil)?.output.split(separator: "\n").compactMap { message in
            // The daemon assigns these variables (SC2154).
            let isGiven = given.contains { message.contains(": \($0) is referenced but not assigned") }
            guard message.hasPrefix("-:"), !isGiven else { return nil }
            return "shellcheck says of the script of '\(name)': line \(message.dropFirst(2))"
        } ?? []
    }

    /// The commands of the route that are not a script, in order.
    private var commands: [[Argument]] {
        let run: [Argument]? = if case .run(let arguments) = action { arguments } else { nil }
        return [present, run].compactMap(\.self)
    }

    /// The programs that the route starts, in order. A program behind another one is left to that one, except behind
    /// `xcallback start`, which ends before its program.
    private var programs: [String] {
        let interpreter: String? = if case .script(let script) = action { script.program.first } else { nil }
        let checks = commands.map { CommandCheck($0, fields: input) }
        return (checks.flatMap { [$0.programs.first, $0.started] } + [interpreter]).compactMap(\.self)
    }

    /// The programs and files of program text outside of the folders of packages, which the command names by their paths.
    /// The user may change them at any time.
    package var ownFiles: [String] {
        guard case .run(let arguments) = action else { return [] }
        let words = arguments.flatMap(\.templates).map(\.literal)
        return CommandCheck(arguments, fields: input).codes.compactMap { words[$0] }
            .filter { $0.hasPrefix("/") && CommandSyntax.isOwn($0) }
    }
}
