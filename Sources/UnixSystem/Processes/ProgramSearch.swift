/// Finds programs as execvp(3) does, but in a given environment and only in absolute folders.
package enum ProgramSearch {
    /// Returns the absolute path of an executable program; nil if no such program exists. A name is searched for on
    /// PATH; a path must be absolute.
    package static func find(_ program: String, in environment: [String: String]) -> String? {
        guard !program.isEmpty, !program.utf8.contains(0) else { return nil }
        if program.utf8.contains(UInt8(ascii: "/")) {
            return program.hasPrefix("/") && File.isExecutable(program) ? program : nil
        }
        return folders(in: environment).lazy.map { "\($0)/\(program)" }.first(where: File.isExecutable)
    }

    /// Returns why a program is not to be started: another account may change it, or a folder above it; nil without a
    /// reason.
    package static func fault(of path: String) -> String? {
        do {
            try TrustedFiles().check(path)
            return nil
        } catch {
            return "'\(path)' is not started: \(error)"
        }
    }

    /// The absolute folders on PATH in order; the usual folders if PATH is not set.
    package static func folders(in environment: [String: String]) -> [String] {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .filter { $0.utf8.first == UInt8(ascii: "/") }.map { String($0) }
    }
}
