import TestSupport
import Testing

/// The direction of the folders in DispatcherService: a file names no type of a folder to the left.
struct FolderTests {
    private static let module = "Sources/DispatcherService"

    /// From the outside in. Folders of one place do not name each other's types either.
    private static let order: [[String]] = [
        ["Daemon"],
        ["Sockets"],
        ["Methods"],
        ["Dispatch"],
        ["Handlers"],
        ["Calls", "Workers", "Features", "Consent"],
        ["Shared"],
        ["Host"],
    ]

    private static func place(of folder: String) -> Int? { order.firstIndex { $0.contains(folder) } }

    private static func folder(of file: String) -> String { String(file.split(separator: "/")[2]) }

    /// The lines of a file without comments and literals.
    private static func code(_ file: String) throws -> [Substring] {
        try Repository.text(file).split(separator: "\n").map { line in
            Substring(line.replacing(/"(\\.|[^"\\])*"/, with: "").replacing(/\/\/.*/, with: ""))
        }
    }

    /// The folder of each type, by its name. An extension declares none, and neither does a type inside another.
    private static let folders: [String: String] = {
        var folders: [String: String] = [:]
        for file in Repository.swiftFiles(module) {
            for line in (try? code(file)) ?? [] where line.first != " " {
                let words = line.split { !$0.isLetter && !$0.isNumber }
                let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
                guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { continue }
                folders[String(words[kind + 1])] = folder(of: file)
            }
        }
        return folders
    }()

    @Test(arguments: Repository.swiftFiles(module))
    func `names types of its own folder and of those to the right`(file: String) throws {
        let own = Self.folder(of: file)
        let place = try #require(Self.place(of: own), "the order has no folder \(own)")
        for line in try Self.code(file) {
            for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
                guard let other = Self.folders[String(word)], other != own else { continue }
                #expect(try #require(Self.place(of: other)) > place, "\(file) names \(word) of \(other)")
            }
        }
    }

    @Test func `the order names the folders that exist`() {
        #expect(Set(Repository.swiftFiles(Self.module).map(Self.folder)) == Set(Self.order.joined()))
        #expect(Self.folders["Dispatcher"] == "Dispatch")
    }
}
