import Glibc
import UnixSystem

extension File {
    /// Replaces the file at the path, if any, with a link.
    static func replace(_ path: String, withLinkTo destination: String) throws(SystemCallError) {
        try remove(path)
        if symlink(destination, path) != 0 { throw SystemCallError("make the link", path) }
    }
}
