/// The reason why a file cannot hold a secret.
package enum SecretFileError: Error, Sendable, Hashable {
    /// The file cannot be read or written, or other users may change it.
    case untrusted(TrustedFileError)
    /// Other users may read the file, some of them by its access list.
    case readable(String, isListed: Bool)
    /// The file is a link, a folder or a device, belongs to another user, or is longer than a line.
    case other(String)
}

extension SecretFileError: CustomStringConvertible {
    /// The file, its fault, and the command that corrects the fault.
    package var description: String {
        switch self {
        case .untrusted(let error): error.description
        case .readable(let path, let isListed):
            "others may read '\(path)'; run: \(isListed ? "setfacl -b '\(path)' && " : "")chmod 600 '\(path)'"
        case .other(let path): "'\(path)' is not a file of one line that belongs to the user; it stays as it is"
        }
    }
}
