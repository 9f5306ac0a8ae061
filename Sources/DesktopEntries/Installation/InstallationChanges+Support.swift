import UnixSystem

extension InstallationChanges {
    /// Writes the files below the user's data folder. A file that a package has put into a system folder is left out. A
    /// file that cannot be written is reported, but is not a failure.
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
                // A desktop uses a cache of icons only while the cache is newer than the folder of its theme.
                if file == .icon, !isRehearsal { Directory.touch("\(base.data)/icons/hicolor") }
            } catch {
                report.add(.couldNot, "write \(path): \(error)")
            }
        }
    }

    /// Warns if the files of the user's shell show that it will not find the written completions.
    func checkCompletions(environment: [String: String], report: inout InstallationReport) {
        let shell = environment["SHELL"]?.split(separator: "/").last
        func isWritten(_ place: String) -> Bool { record.files["\(base.data)/\(place)"] != nil }
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

    /// Creates the folder of the user's routes, for the user alone. A folder that cannot be created is reported, but is
    /// not a failure.
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
