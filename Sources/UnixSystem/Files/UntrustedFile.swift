package import Glibc

/// A file, folder or link that other users may change or, if it holds a secret, may read, and the command that ends their
/// permission.
package struct UntrustedFile: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Fault: Sendable, Hashable {
        /// The file belongs to the first account, and should belong to the second.
        case owner(uid_t, rightful: uid_t)
        /// Other users may write the file.
        case writable(Set<Others>)
        /// Other users may read the secret in the file.
        case readable(Set<Others>)
        /// The file cannot hold a secret: it is a link, a folder or a device, belongs to another user, or is longer than a
        /// line.
        case other
    }

    /// The accounts, besides the owner and root, that have a permission.
    package enum Others: Sendable, Hashable {
        case all
        /// A group that is not the user's private group.
        case group
        /// Accounts and groups that the access list names.
        case listed
    }

    package let path: String
    package let fault: Fault
    /// Whether the account of this process may change the owner or the mode.
    var isOurs = true

    /// `others may write '/etc/notes.yaml'; run: sudo chmod o-w '/etc/notes.yaml'`
    package var description: String {
        let sudo = isOurs ? "" : "sudo "
        let quoted = "'\(path.replacing("'", with: #"'\''"#))'"
        return switch fault {
        case .owner(let owner, let rightful):
            "'\(path)' belongs to the account \(owner), not to \(rightful == 0 ? "root" : "you or root"); "
                + "run: \(sudo)chown \(rightful) \(quoted)"
        case .writable(let others):
            "others may write '\(path)'\(others.contains(.listed) ? " by its access list" : ""); run: "
                + Self.remedies(others).map { "\(sudo)\($0) \(quoted)" }.joined(separator: " && ")
        case .readable(let others):
            "others may read '\(path)'; run: "
                + "\(others.contains(.listed) ? "setfacl -b \(quoted) && " : "")chmod 600 \(quoted)"
        case .other: "'\(path)' is not a file of one line that belongs to the user; it stays as it is"
        }
    }

    /// The commands, without the name of the file, after which only the owner may write the file.
    private static func remedies(_ others: Set<Others>) -> [String] {
        let who = (others.contains(.group) ? "g" : "") + (others.contains(.all) ? "o" : "")
        return (others.contains(.listed) ? ["setfacl -b"] : []) + (who.isEmpty ? [] : ["chmod \(who)-w"])
    }
}
