import TestSupport
import Testing

/// The Debian package, made of programs that stand in for the release programs.
@Suite(.needs(programs: "dpkg-shlibdeps", "dpkg-parsechangelog"), .timeLimit(.minutes(1)))
struct DebianPackageTests {
    @Test func `every user may read it, whatever the mask of its builder`() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("programs")
        // dpkg reads the libraries of the daemon from its ELF file.
        let version = try Repository.text("Sources/DispatcherMessages/PackageVersion.swift")
        let number = try #require(version.firstMatch(of: /text = "([0-9.]+)"/)?.1)
        try folder.write("#!/bin/sh\necho \(number)\n", to: "programs/xcallback")
        let script = """
            cd '\(folder.path)' && cp /bin/echo programs/xcallbackd && chmod 755 programs/* && umask 077 &&
            bash '\(Repository.root)/.ci/parts/deb' "$PWD/programs" "$PWD/out" && dpkg-deb --contents out/*.deb | awk '{ print $1, $6 }'
            """
        let ended = try run("/bin/sh", ["-c", script], ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        #expect(ended.status == 0, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n").filter { $0.hasPrefix("d") || $0.hasPrefix("-") }
        #expect(lines.count > 40, "\(ended.output)")
        for file in ["icons/hicolor/scalable/apps/xcallback.svg", "xcallbackd/kdialogrc"] {
            #expect(lines.contains { $0.hasSuffix("/usr/share/\(file)") })
        }
        for line in lines {
            let isProgram = line.hasPrefix("d") || line.contains("/usr/bin/") || line.contains("/examples/bin/")
            #expect(line.dropFirst().hasPrefix(isProgram ? "rwxr-xr-x" : "rw-r--r--"), "\(line)")
        }
    }
}
