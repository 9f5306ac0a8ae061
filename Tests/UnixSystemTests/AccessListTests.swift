import Glibc
import TestSupport
import Testing

@testable import UnixSystem

/// Access lists give others permissions that the mode of a file does not show.
@Suite(.timeLimit(.minutes(5)), .enabled(if: AccessLists.program != nil, "needs setfacl of the package acl"))
struct AccessListTests {
    private let directory: TemporaryFolder
    private var file: String { "\(directory.path)/file" }

    init() throws {
        directory = try TemporaryFolder()
        try File.replace(file, with: [1, 2, 3], permissions: 0o600)
    }

    private func setList(_ arguments: String..., of path: String) throws {
        try run("setfacl \(arguments.joined(separator: " ")) '\(path)'")
    }

    private func run(_ command: String) throws {
        let result = try CompletedProcess.run(
            path: "/bin/sh", arguments: ["sh", "-c", command], environment: ["PATH": "/usr/bin:/bin"], seconds: 30)
        #expect(result?.status == 0, "\(command)")
    }

    /// The fault of a file, and the command that mends it.
    private func fault(of path: String) -> (fault: String, remedy: String)? {
        do {
            try TrustedFiles().check(path)
            return nil
        } catch {
            let parts = "\(error)".split(separator: "; run: ", maxSplits: 1).map(String.init)
            return (parts.first ?? "", parts.count == 2 ? parts[1] : "")
        }
    }

    /// What is added to a file of the mode 600, whether others may write it then, and what mends it.
    static let lists: [([String], String?)] = [
        (["-m", "u:12345:rw"], "setfacl -b"),
        (["-m", "u:12345:w"], "setfacl -b"),
        (["-m", "g:12345:rw"], "setfacl -b"),
        (["-m", "u:12345:r"], nil),
        (["-m", "u:12345:rw,m::r"], nil),  // the mask
        (["-m", "u:0:rw"], nil),  // root may write anyhow
        (["-m", "u:12345:r,g:12346:rx"], nil),
        (["-m", "u:12345:r,o::w"], "chmod o-w"),
        (["-m", "u:12345:rw,o::w"], "setfacl -b"),
        (["-m", "m::rw"], nil),  // a mask alone gives nothing
    ]

    @Test(arguments: lists)
    func `a file counts by the entries of its access list`(list: [String], remedy: String?) throws {
        #expect(fault(of: file) == nil)
        try run("setfacl \(list.joined(separator: " ")) '\(file)'")
        let fault = fault(of: file)
        #expect((fault == nil) == (remedy == nil), "\(String(describing: fault))")
        guard let remedy, let fault else { return }
        #expect(fault.remedy.hasPrefix("\(remedy) '\(file)'"), "\(fault)")
        let place = remedy == "setfacl -b" ? " by its access list" : ""
        #expect(fault.fault == "others may write '\(file)'\(place)")
        // The command does what it promises.
        try run(fault.remedy)
        #expect(self.fault(of: file) == nil)
        #expect(try TrustedFiles().read(file) == [1, 2, 3])
    }

    @Test func `an own user in the list is no other`() throws {
        try setList("-m", "u:\(geteuid()):rw", of: file)
        #expect(fault(of: file) == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `the file's own group counts by its entry`() throws {
        chown(file, 0, 12_345)
        // The mode shows the mask.
        try setList("-m", "u:12346:r,g::r,m::rw", of: file)
        #expect(fault(of: file) == nil)
        try setList("-m", "g::rw", of: file)
        #expect(fault(of: file)?.remedy == "chmod g-w '\(file)'")
        try setList("-m", "u:12346:rw", of: file)
        let remedy = "setfacl -b '\(file)' && chmod g-w '\(file)'"
        #expect(fault(of: file)?.remedy == remedy)
        try run(remedy)
        #expect(fault(of: file) == nil)
    }

    @Test func `a folder on the way counts by its list, and what a new file would get does not`() throws {
        try setList("-m", "u:12345:rwx", of: directory.path)
        #expect(fault(of: file)?.fault == "others may write '\(directory.path)' by its access list")
        try setList("-b", of: directory.path)
        try setList("-d", "-m", "u:12345:rwx", of: directory.path)
        #expect(fault(of: file) == nil)
        // A new file gets the list, below a mask that its mode sets.
        let new = "\(directory.path)/new"
        try File.replace(new, with: [4], permissions: 0o600)
        #expect(fault(of: new) == nil)
        #expect(chmod(new, 0o660) == 0)
        #expect(fault(of: new)?.remedy == "setfacl -b '\(new)'")
    }

    @Test func `a secret that others may read by a list is refused`() throws {
        #expect(try SecretFile.read(file) == [1, 2, 3])
        try setList("-m", "u:12345:r", of: file)
        // They may not pass the folder, so the list gives nothing.
        #expect(chmod(directory.path, 0o700) == 0)
        #expect(SecretFile.fault(of: file) == nil)
        try setList("-m", "u:12345:x", of: directory.path)
        let message = "others may read '\(file)'; run: setfacl -b '\(file)' && chmod 600 '\(file)'"
        #expect(SecretFile.fault(of: file) == message)
        #expect(throws: UntrustedFile.self) { try SecretFile.read(file) }
        try run("setfacl -b '\(file)' && chmod 600 '\(file)'")
        #expect(try SecretFile.read(file) == [1, 2, 3])
    }

    /// Lists that no program of this machine would write.
    static let malformed: [[UInt8]] = [
        [], [2], [1, 0, 0, 0], [2, 0, 0, 0], [2, 0, 0, 0, 1], [3, 0, 0, 0] + [UInt8](repeating: 0, count: 8),
        // An owning group, and an entry of an unknown kind.
        [2, 0, 0, 0] + [4, 0, 0, 0, 255, 255, 255, 255] + [64, 0, 6, 0, 1, 0, 0, 0],
    ]

    @Test(arguments: malformed)
    func `a list of an unknown form may say anything`(bytes: [UInt8]) {
        #expect(AccessList(bytes: bytes[...]).names(othersThan: [0, geteuid()], nil, for: 0o2))
    }
}

private enum AccessLists {
    static let program = ["/usr/bin/setfacl", "/bin/setfacl"].first(where: File.isExecutable)
}
