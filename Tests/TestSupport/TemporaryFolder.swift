import Foundation

/// A folder that is removed when its last reference ends.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        // A short name: the path of a socket has at most 107 bytes.
        var template = Array("/tmp/xcallback-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("mkdtemp: \(String(cString: strerror(errno)))") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The names of the files in the folder, sorted.
    package var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    package func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }

    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    /// The permissions of a file, or of the folder.
    package func mode(_ name: String? = nil) throws -> Int {
        let file = name.map { "\(path)/\($0)" } ?? path
        guard let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int else {
            throw Failure("\(file) has no permissions")
        }
        return mode
    }
}
