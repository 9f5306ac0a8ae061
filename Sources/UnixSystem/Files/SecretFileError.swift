#if canImport(Glibc)
    package import Glibc
#else
    package import Musl
#endif

/// Why a file cannot hold a secret.
package enum SecretFileError: Error, Sendable, Hashable {
    case call(SystemCallError)
    /// Neither the user nor root owns it.
    case foreign(String, owner: uid_t)
    /// Others may write it; the mode that forbids it.
    case changeable(String, mode: mode_t)
    /// Others may read it.
    case readable(String)
    /// It is a link, a folder, a device, another user's file or one with more than a line.
    case other(String)
}

extension SecretFileError: CustomStringConvertible {
    /// The file, what is wrong with it, and the command that mends it.
    package var description: String {
        switch self {
        case .call(let error): "\(error)"
        case .foreign(let path, let owner): "'\(path)' belongs to the user \(owner); run: chown \(geteuid()) '\(path)'"
        case .changeable(let path, let mode):
            "others may write '\(path)'; run: chmod \(String(mode, radix: 8)) '\(path)'"
        case .readable(let path): "others may read '\(path)'; run: chmod 600 '\(path)'"
        case .other(let path): "'\(path)' is not a file of one line that belongs to the user; it stays as it is"
        }
    }
}
