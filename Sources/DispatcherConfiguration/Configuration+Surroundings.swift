import Glibc

extension Configuration {
    /// What the files name and the system does not have now: programs, folders and token files. They are looked up when
    /// they are used, so this hinders nothing; `check` tells it.
    package func missingPlaces(environment: [String: String]) -> [Mistake] {
        let path = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
        return features.flatMap { feature in
            feature.routes.flatMap { route in route.missing(path).map { Mistake(route.location, $0) } }
        }
    }
}

extension RouteDefinition {
    fileprivate func missing(_ path: [String]) -> [String] {
        var messages: [String] = []
        for program in programs where !isProgram(program, path) {
            let place = program.contains("/") ? "is not there or not executable" : "is not on PATH"
            messages.append("the program '\(program)' of '\(name)' \(place)")
        }
        for case .path(let folder) in input.map(\.type) where !isFolder(folder) {
            messages.append("the folder '\(folder)' of '\(name)' is not there")
        }
        if let directory, !isFolder(directory) {
            messages.append("the folder '\(directory)' of '\(name)' is not there")
        }
        if let tokenFile = policy.token?.file, access(tokenFile, R_OK) != 0 {
            messages.append("the token file '\(tokenFile)' of '\(name)' cannot be read")
        }
        return messages
    }

    /// Those that it starts, in order.
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

    private func isProgram(_ name: String, _ path: [String]) -> Bool {
        if name.contains("/") { return isExecutable(name) }
        return path.contains { isExecutable("\($0)/\(name)") }
    }

    private func isExecutable(_ file: String) -> Bool { access(file, X_OK) == 0 && mode(of: file) == S_IFREG }
    private func isFolder(_ path: String) -> Bool { mode(of: path) == S_IFDIR }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
