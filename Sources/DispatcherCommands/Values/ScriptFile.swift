import Glibc
import UnixSystem

/// A script in a file that exists while its interpreter runs.
///
/// The file is alone in its folder, because some interpreters load modules from the script's folder. The file has a
/// real path, which node(1) needs and a file in memory does not have.
package enum ScriptFile {
    /// Writes the text to a file that only the user can read, and removes the file when the body has ended. Throws
    /// `SystemCallError` if the file cannot be written.
    /// - Parameter folder: The parent of the new folder.
    package static func with<Result>(
        _ text: String, in folder: String, _ body: (_ path: String) async throws -> Result
    ) async throws -> Result {
        var template = Array("\(folder)/script-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemCallError("make a folder in", folder) }
        let created = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = "\(created)/script"
        defer {
            unlink(path)
            rmdir(created)
        }
        do {
            let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, attempt: "write")
            guard file.write(Array(text.utf8)) else { throw SystemCallError("write", path) }
        }
        return try await body(path)
    }
}
