/// The reason why a file that only the user and root may change was not read.
package enum TrustedFileError: Error, Sendable, Hashable, CustomStringConvertible {
    case system(SystemCallError)
    case untrusted(UntrustedFile)

    package var description: String {
        switch self {
        case .system(let error): error.description
        case .untrusted(let file): file.description
        }
    }
}
