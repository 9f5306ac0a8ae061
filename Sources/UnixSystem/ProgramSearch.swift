#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Finds programs as execvp(3) does, but in a given environment.
package enum ProgramSearch {
    /// Returns the absolute path of a program that may be run; nil if there is none. A name is searched for on PATH; a path
    /// must be absolute.
    package static func find(_ program: String, in environment: [String: String]) -> String? {
        guard !program.isEmpty, !program.utf8.contains(0) else { return nil }
        if program.utf8.contains(UInt8(ascii: "/")) {
            return program.hasPrefix("/") && isExecutable(program) ? program : nil
        }
        for folder in (environment["PATH"] ?? "").split(separator: ":") where folder.hasPrefix("/") {
            let path = "\(folder)/\(program)"
            if isExecutable(path) { return path }
        }
        return nil
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
