#if canImport(Glibc)
    package import Glibc
#else
    package import Musl
#endif

/// A file, folder or link that someone besides the user and root may change, and the command that ends that.
package struct UntrustedFile: Error, Sendable, Hashable {
    package enum Fault: Sendable, Hashable {
        /// It belongs to the first account, and should belong to the second.
        case owner(uid_t, rightful: uid_t)
        /// Others may write it: all, or a group that is not the user's own. The text is the mode for chmod(1).
        case writable(String)
    }

    package let path: String
    package let fault: Fault
    /// Whether the account of this process may change the owner or the mode.
    let isOurs: Bool
}

extension UntrustedFile: CustomStringConvertible {
    /// `others may write '/etc/notes.yaml'; run: sudo chmod o-w '/etc/notes.yaml'`
    package var description: String {
        let sudo = isOurs ? "" : "sudo "
        let quoted = "'\(path.replacing("'", with: #"'\''"#))'"
        return switch fault {
        case .owner(let owner, let rightful):
            "'\(path)' belongs to the account \(owner), not to \(rightful == 0 ? "root" : "you or root"); "
                + "run: \(sudo)chown \(rightful) \(quoted)"
        case .writable(let mode): "others may write '\(path)'; run: \(sudo)chmod \(mode) \(quoted)"
        }
    }
}
