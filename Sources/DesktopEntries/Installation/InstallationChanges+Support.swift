import UnixSystem

extension InstallationChanges {
    /// Writes the files below the user's folder of data. Those that a package has put into a folder of the system are left
    /// out. A file that cannot be written is reported, and fails nothing.
    mutating func writeSupport(_ files: [SupportFile], report: inout InstallationReport) throws(InstallationError) {
        for file in files {
            let path = "\(base.data)/\(file.place)"
            let shipped = base.dataSearchPath.dropFirst().map { "\($0)/\(file.place)" }.flatMap { [$0, $0 + ".gz"] }
                .first { File.exists($0) }
            if let shipped {
                _ = try withdraw(path, report: &report)
                report.add(.skipped, "\(file.place): \(shipped) exists")
                continue
            }
            do throws(InstallationError) {
                _ = try write(path, file.text, report: &report)
                // A desktop uses a cache of icons only while it is newer than the folder of its theme.
                if file == .icon, !isRehearsal { Directory.touch("\(base.data)/icons/hicolor") }
            } catch {
                report.add(.couldNot, "write \(path): \(error)")
            }
        }
    }

    /// Warns if the user's shell will not find the completions that were written, as far as its files tell.
    func checkCompletions(environment: [String: String], report: inout InstallationReport) {
        let shell = environment["SHELL"]?.split(separator: "/").last
        func isWritten(_ place: String) -> Bool { record["\(base.data)/\(place)"] != nil }
        switch shell {
        case "bash" where isWritten("bash-completion/completions/xcallback"):
            let isThere = base.dataSearchPath.contains { File.exists("\($0)/bash-completion/bash_completion") }
            if !isThere { report.add(.warning, "completions of bash: install the package bash-completion") }
        case "zsh" where isWritten("zsh/site-functions/_xcallback"):
            let file = "\(environment["ZDOTDIR"] ?? environment["HOME"] ?? "")/.zshrc"
            let text = String(decoding: (try? FileContents.read(file, limit: 1 << 20)) ?? [], as: UTF8.self)
            guard !text.contains("/zsh/site-functions") else { return }
            report.add(
                .warning,
                "completions of zsh: add fpath+=('\(base.data)/zsh/site-functions') to \(file), before compinit")
        default: break
        }
    }

    /// Makes the folder of the user's routes, for the user alone. One that cannot be made is reported, and fails nothing.
    mutating func makeRoutes(_ path: String, report: inout InstallationReport) throws(InstallationError) {
        guard !Directory.exists(path) else { return }
        do throws(InstallationError) {
            try makeDirectory(path)
        } catch {
            return report.add(.couldNot, "make \(path): \(error)")
        }
        try save()
        report.add(.make, "\(path), for your routes")
    }
}
