/// Why a file cannot hold a secret.
package enum SecretFileError: Error, Sendable, Hashable {
    /// It cannot be read or written, or others may change it.
    case untrusted(TrustedFileError)
    /// Others may read it, some of them by its access list.
    case readable(String, isListed: Bool)
    /// It is a link, a folder, a device, another user's file or one with more than a line.
    case other(String)
}

extension SecretFileError: CustomStringConvertible {
    /// The file, what is wrong with it, and the command that mends it.
    package var description: String {
        switch self {
        case .untrusted(let error): error.description
        case .readable(let path, let isListed):
            "others may read '\(path)'; run: \(isListed ? "setfacl -b '\(path)' && " : "")chmod 600 '\(path)'"
        case .other(let path): "'\(path)' is not a file of one line that belongs to the user; it stays as it is"
        }
    }
}
