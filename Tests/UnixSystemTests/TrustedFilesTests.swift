import Glibc
import TestSupport
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(5)))
struct TrustedFilesTests {
    private let directory: TemporaryFolder
    private var folder: String { "\(directory.path)/folder" }
    private var file: String { "\(folder)/file" }

    init() throws {
        directory = try TemporaryFolder()
        try Directory.make(folder)
        try File.replace(file, with: [1, 2, 3])
    }

    private func read(_ path: String) -> String {
        do {
            return "\(try TrustedFiles().read(path, limit: 8) ?? [])"
        } catch {
            return "\(error)"
        }
    }

    private func mode(_ mode: mode_t, _ path: String) { #expect(chmod(path, mode) == 0) }

    @Test func `reads a file of the user, and reports one that is missing`() {
        #expect(read(file) == "[1, 2, 3]")
        #expect(read("\(folder)/none") == "[]")
        #expect(read("\(file)/none") == "[]")
    }

    @Test(arguments: [
        (mode_t(0o602), "o-w"), (0o666, "o-w"),
    ])
    func `refuses a file that others may write, and names the command`(mode: mode_t, change: String) {
        self.mode(mode, file)
        #expect(read(file) == "others may write '\(file)'; run: chmod \(change) '\(file)'")
        self.mode(0o644, file)
        #expect(read(file) == "[1, 2, 3]")
    }

    @Test func `refuses a file in a folder that others may write, on any level`() {
        for path in [folder, directory.path] {
            mode(0o777, path)
            #expect(read(file) == "others may write '\(path)'; run: chmod o-w '\(path)'")
            // There is nothing that anyone could have changed.
            #expect(read("\(folder)/none") == "[]")
            mode(0o700, path)
        }
    }

    /// /tmp and /nix/store are such folders: only its owner can replace a file there.
    @Test func `accepts a sticky folder on the way, but not as the folder itself`() {
        mode(0o1777, folder)
        #expect(read(file) == "[1, 2, 3]")
        let error = #expect(throws: UntrustedFile.self) { try TrustedFiles().check(folder) }
        #expect(error?.description == "others may write '\(folder)'; run: chmod o-w '\(folder)'")
    }

    @Test func `judges the target of a link, and the folders that lead to it`() throws {
        let store = "\(directory.path)/store"
        try Directory.make("\(store)/notes")
        try File.replace("\(store)/notes/file", with: [4])
        // As stow makes them, and as nix does: a link to a link elsewhere.
        try File.replace("\(store)/link", withLinkTo: "notes/file")
        try File.replace(file, withLinkTo: "../store/link")
        try File.replace("\(folder)/absolute", withLinkTo: "\(store)/notes/./file")
        for name in ["file", "absolute"] { #expect(read("\(folder)/\(name)") == "[4]") }
        mode(0o777, "\(store)/notes")
        for name in ["file", "absolute"] {
            #expect(
                read("\(folder)/\(name)")
                    == "others may write '\(store)/notes'; run: chmod o-w '\(store)/notes'")
        }
    }

    @Test func `ends at links in a circle`() throws {
        try File.replace(file, withLinkTo: "file")
        #expect(read(file) == "cannot read '\(file)': Too many levels of symbolic links")
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `refuses what belongs to neither the user nor root`() throws {
        chown(file, 12_345, 0)
        #expect(read(file) == "'\(file)' belongs to the account 12345, not to root; run: chown 0 '\(file)'")
        chown(file, 0, 0)
        chown(folder, 12_345, 0)
        #expect(read(file) == "'\(folder)' belongs to the account 12345, not to root; run: chown 0 '\(folder)'")
        chown(folder, 0, 0)
        let link = "\(folder)/link"
        try File.replace(link, withLinkTo: "file")
        #expect(read(link) == "[1, 2, 3]")
        lchown(link, 12_345, 0)
        #expect(read(link) == "'\(link)' belongs to the account 12345, not to root; run: chown 0 '\(link)'")
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `counts a group as others unless it is the user's own`() {
        mode(0o664, file)
        chown(file, 0, 12_345)
        #expect(read(file) == "others may write '\(file)'; run: chmod g-w '\(file)'")
        mode(0o666, file)
        #expect(read(file) == "others may write '\(file)'; run: chmod go-w '\(file)'")
    }

    static let groups: [(String, String, gid_t?)] = [
        ("kim:x:1000:1000::/home/kim:/bin/sh", "kim:x:1000:", 1000),
        ("kim:x:1000:1000::/home/kim:/bin/sh", "kim:x:1000:kim", 1000),
        ("kim:x:1000:1000::/home/kim:/bin/sh", "kim:x:1000:kim,lee", nil),  // another member
        ("kim:x:1000:100::/home/kim:/bin/sh", "users:x:100:", nil),  // a group of another name
        ("kim:x:1000:1000:::\nlee:x:1001:1000:::", "kim:x:1000:", nil),  // another account has it as its primary group
        ("kim:x:1000:1000:::", "kim:x:1000:\nstaff:x:1000:lee", nil),  // a second name with another member
        ("kim:x:1000:1000:::", "", nil),  // a group from elsewhere, whose members are not known
        ("lee:x:1001:1001:::", "kim:x:1000:", nil),  // an account from elsewhere
        ("kim", "kim:x:1000:", nil),  // malformed
    ]

    @Test(arguments: groups)
    func `knows the private group of an account`(accounts: String, groups: String, group: gid_t?) {
        func fields(_ text: String) -> [[Substring]] {
            text.split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false) }
        }
        #expect(PrivateGroup.find(1000, accounts: fields(accounts), groups: fields(groups)) == group)
    }
}
