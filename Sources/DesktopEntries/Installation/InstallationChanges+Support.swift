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
                report.add(.skipped, "\(file.place): there is \(shipped)")
                continue
            }
            do throws(InstallationError) {
                _ = try write(path, file.text, report: &report)
            } catch {
                report.add(.couldNot, "write \(path): \(error)")
            }
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
