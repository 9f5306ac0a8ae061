import UnixSystem

extension Configuration {
    /// Returns warnings about programs, folders and token files that do not exist now, and about programs that are an
    /// interpreter under another name. The daemon looks a program up when a request needs it, so a missing program does
    /// not keep a file from loading; `check` only reports it.
    package func faultsOfSurroundings(environment: [String: String]) -> [Diagnostic] {
        features.flatMap { feature in
            feature.routes.flatMap { route in
                (route.value.missing(in: environment) + route.value.disguises(in: environment)).map {
                    Diagnostic(route.value.location, $0)
                }
            }
        }
    }
}

extension RouteDefinition {
    /// Returns a message for each program of the route that a request would not find now.
    package func missingPrograms(in environment: [String: String]) -> [String] {
        programs.filter { !isProgram($0, environment) }.map { program in
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
                    "the token file '\(tokenFile)' of '\(name)' cannot be read; 'xcallback token new \(name)' makes it")
            } else if let fault = SecretFile.fault(of: tokenFile) {
                messages.append("the token of '\(name)' is not accepted: \(fault)")
            }
        }
        return messages
    }

    /// Returns a message for each command whose program is a link to a program that would run a value as code.
    fileprivate func disguises(in environment: [String: String]) -> [String] {
        var commands = [present].compactMap(\.self)
        if case .run(let arguments) = action { commands.append(arguments) }
        return commands.compactMap { arguments in
            guard let program = Self.program(of: arguments), CommandSyntax.of(program) == nil,
                let place = ProgramSearch.find(program, in: environment), case let real = File.resolved(place),
                CommandSyntax.isLanguage(real)
            else { return nil }
            let command = [Argument](literals: [real]) + arguments.dropFirst()
            let injections = CommandCheck(command, fields: input).injections
            guard let first = injections.min(by: { $0.key < $1.key }) else { return nil }
            let message = InjectionMessage(
                injection: first.value, key: RouteKeys.run.name, arguments: command, fields: input)
            return "the program '\(program)' of '\(name)' is \(real), and \(message.text(at: first.key))"
        }
    }

    /// The programs that the route starts, in order.
    private var programs: [String] {
        let command: String? =
            switch action {
            case .run(let arguments): Self.program(of: arguments)
            case .script(let script): script.program.first
            case .open, .redirect, .worker: nil
            }
        return [present.flatMap(Self.program), command].compactMap(\.self)
    }

    private static func program(of arguments: [Argument]) -> String? {
        if case .element(let first)? = arguments.first { first.literal } else { nil }
    }

    private func isProgram(_ name: String, _ environment: [String: String]) -> Bool {
        name.contains("/") ? File.isExecutable(name) : ProgramSearch.find(name, in: environment) != nil
    }
}
