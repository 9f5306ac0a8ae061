import DispatcherMessages
import Glibc
import UnixSystem

/// The error that a file cannot be made in a folder.
struct UnwritableFolder: Error, CustomStringConvertible {
    let description: String

    /// Nil if the system call failed for another reason.
    /// - Parameter path: The folder of the file. If the folder does not exist, the error names the nearest existing
    ///   folder above it.
    init?(_ path: String, after error: SystemCallError) {
        guard [EACCES, EPERM, EROFS].contains(error.number) else { return nil }
        var path = path
        while path != "/", !Directory.exists(path) { path = Directory.parent(of: path) }
        let reason = SystemCallError.reason(error.number)
        description =
            "cannot write in the folder '\(Printable.shown(path, limit: nil))': \(reason); make the folder writable "
            + "for you, or edit the files from which the folder is generated"
    }
}
