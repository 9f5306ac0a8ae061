import UnixSystem

/// The processes of a program, as the kernel lists them.
enum RunningProgram {
    /// Warns of each process that still runs a program whose file was replaced, because only the user can restart it.
    static func warn(ofReplaced path: String, report: inout InstallationReport) {
        for process in (try? Directory.entries(of: "/proc")) ?? [] where process.name.utf8.allSatisfy(isDigit) {
            // The link of another user's process cannot be read.
            let program = path + (report.isRehearsal ? "" : " (deleted)")
            guard File.destination(ofLink: "/proc/\(process.name)/exe") == program else { continue }
            report.add(
                .warning,
                "process \(process.name) still \(report.isRehearsal ? "would run" : "runs") the previous \(path): "
                    + "stop it and start it again")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
