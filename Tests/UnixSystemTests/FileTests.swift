import Glibc
import TestSupport
import Testing
import UnixSystem

struct FileTests {
    private let directory: TemporaryFolder
    private var path: String { "\(directory.path)/file" }

    init() throws { directory = try TemporaryFolder() }

    private func names() throws -> [String] { try Directory.entries(of: directory.path).map(\.name) }

    @Test func `keeps the permissions of the file that it replaces`() throws {
        try File.replace(path, with: [1])
        #expect(chmod(path, 0o600) == 0)
        try File.replace(path, with: [2])
        #expect(try FileContents.read(path) == [2])
        #expect(File.permissions(of: path) == 0o600)
    }

    @Test(arguments: [true, false])
    func `replaces the file that a link leads to, or the link itself if asked to`(followsLinks: Bool) throws {
        let link = "\(directory.path)/link"
        try File.replace(path, with: [1])
        try File.replace(link, withLinkTo: "file")
        try File.replace(link, with: [2], followsLinks: followsLinks)
        #expect(try FileContents.read(path) == [followsLinks ? 2 : 1])
        #expect(File.destination(ofLink: link) == (followsLinks ? "file" : nil))
    }

    @Test func `does not replace a directory`() throws {
        try Directory.make(path)
        let error = #expect(throws: SystemCallError.self) { try File.replace(path, with: [1]) }
        #expect(error?.number == EISDIR)
        #expect(try names() == ["file"])
    }

    @Test func `leaves nothing beside a file that is not placed`() throws {
        do {
            let staged = try StagedFile(for: path, permissions: 0o644) { $0.write([1]) }
            #expect(File.exists(staged.temporaryPath))
        }
        #expect(try names() == [])
    }

    @Test func `reports the reason for which content was not written`() throws {
        let error = #expect(throws: SystemCallError.self) {
            _ = try StagedFile(for: path, permissions: 0o644) { _ in
                errno = ENOSPC
                return false
            }
        }
        #expect(error?.description == "cannot write '\(path)': No space left on device")
        #expect(try names() == [])
    }

    @Test func `removes a file that does not exist`() throws { try File.remove(path) }
}
