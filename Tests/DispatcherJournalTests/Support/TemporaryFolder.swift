import DispatcherJournal
import Foundation
import Testing

/// A folder that lives as long as the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "xcallbackd-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The files in it.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)"))) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    /// Its files as they lie there, as after a SIGKILL at this moment of those whose journal is open.
    func image(of journals: Journal...) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in try names { try copy.write(try bytes(name), to: name) }
        // Until here none is closed.
        withExtendedLifetime(journals) {}
        return copy
    }

    /// The permissions of a file, or of the folder.
    func mode(_ name: String? = nil) throws -> Int {
        let file = name.map { "\(path)/\($0)" } ?? path
        return try #require(FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int)
    }
}
