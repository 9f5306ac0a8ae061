package import Glibc

/// A file, folder or link that other users may change, and the command that ends their permission.
package struct UntrustedFile: Error, Sendable, Hashable {
    package enum Fault: Sendable, Hashable {
        /// The file belongs to the first account, and should belong to the second.
        case owner(uid_t, rightful: uid_t)
        /// Other users may write the file.
        case writable(Others)
    }

    /// The accounts, besides the owner and root, that may write a file.
    package struct Others: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let all = Others(rawValue: 1)
        /// A group that is not the user's private group.
        package static let group = Others(rawValue: 2)
        /// Accounts and groups that the access list names.
        package static let listed = Others(rawValue: 4)
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
        case .writable(let others):
            "others may write '\(path)'\(others.contains(.listed) ? " by its access list" : ""); run: "
                + others.remedies.map { "\(sudo)\($0) \(quoted)" }.joined(separator: " && ")
        }
    }
}

extension UntrustedFile.Others {
    /// The commands, without the name of the file, after which only the owner may write the file.
    fileprivate var remedies: [String] {
        let who = (contains(.group) ? "g" : "") + (contains(.all) ? "o" : "")
        return (contains(.listed) ? ["setfacl -b"] : []) + (who.isEmpty ? [] : ["chmod \(who)-w"])
    }
}
