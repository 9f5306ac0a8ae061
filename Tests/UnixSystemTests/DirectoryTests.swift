import Glibc
import TestSupport
import Testing
import UnixSystem

struct DirectoryTests {
    private let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    @Test(arguments: [
        ("/a/b", "/a"),
        ("/a", "/"),
        ("a", "/"),  // no slash
    ])
    func `parent is the part before the last slash`(path: String, parent: String) {
        #expect(Directory.parent(of: path) == parent)
    }

    @Test func `makes the directories above, and returns those that it made`() throws {
        let path = directory.path
        #expect(try Directory.make("\(path)/a/b") == ["\(path)/a", "\(path)/a/b"])
        #expect(try Directory.make("\(path)/a/b") == [])
        #expect(File.permissions(of: "\(path)/a") == 0o700)
    }

    @Test func `lists its entries by their bytes, without hidden ones`() throws {
        let path = directory.path
        for name in ["b", "B", "é", ".hidden"] { try File.replace("\(path)/\(name)", with: []) }
        try Directory.make("\(path)/folder")
        try File.replace("\(path)/link", withLinkTo: "folder")
        let entries = try Directory.entries(of: path)
        #expect(entries.map(\.name) == ["B", "b", "folder", "link", "é"])
        #expect(entries.filter(\.isDirectory).map(\.name) == ["folder", "link"])
    }

    @Test func `is removed with all that is in it, but links are not followed`() throws {
        let path = directory.path
        try Directory.make("\(path)/folder/inner")
        try Directory.make("\(path)/other")
        for name in ["folder/inner/.hidden", "other/kept"] { try File.replace("\(path)/\(name)", with: []) }
        try File.replace("\(path)/folder/link", withLinkTo: "../other")
        try Directory.removeAll("\(path)/folder")
        try Directory.removeAll("\(path)/folder")
        #expect(try Directory.entries(of: path).map(\.name) == ["other"])
        #expect(File.exists("\(path)/other/kept"))
    }

    @Test func `is removed with names that are not UTF-8`() throws {
        let path = "\(directory.path)/folder"
        try Directory.make(path)
        // Folders within each other, each named by one byte.
        var name = Array(path.utf8)
        for byte: UInt8 in [0xFF, 0x80, 0xFE] {
            name += [UInt8(ascii: "/"), byte]
            #expect(mkdir(name.map(CChar.init(truncatingIfNeeded:)) + [0], 0o700) == 0)
        }
        try Directory.removeAll(path)
        #expect(!Directory.exists(path))
    }

    @Test func `cannot be listed if it does not exist`() {
        #expect(throws: SystemCallError.self) { try Directory.entries(of: "/nonexistent") }
    }

    @Test func `makes a relative path absolute`() {
        #expect(Directory.absolute("/a") == "/a")
        #expect(Directory.absolute("a") == "\(Directory.current)/a")
    }
}
