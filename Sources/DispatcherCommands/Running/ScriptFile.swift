import Glibc
import SystemPackage

/// A script in a file that exists while its interpreter runs.
///
/// The file is alone in its folder, because some interpreters load modules from there. It has a real path, which a file in
/// memory does not have and node(1) needs.
package enum ScriptFile {
    /// Writes the text to a file that only the user can read, and removes it when the body has ended.
    /// Throws `Errno` if that fails.
    /// - Parameter folder: The parent of the new folder.
    package static func with<Result>(
        _ text: String, in folder: String, _ body: (_ path: String) async throws -> Result
    ) async throws -> Result {
        var template = Array("\(folder)/script-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
        let created = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = "\(created)/script"
        defer {
            unlink(path)
            rmdir(created)
        }
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll(text.utf8) }
        return try await body(path)
    }
}
