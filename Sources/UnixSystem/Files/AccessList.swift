import CLinux
import Glibc

/// The access list of a file (acl(5)). A list gives more accounts and groups permissions than the file's mode shows,
/// and turns the mode's group bits into the mask of the list.
struct AccessList {
    /// The entries; nil for a list of an unknown form, which may give any permission.
    private let entries: [Entry]?

    /// An entry as the kernel writes it, little-endian (include/uapi/linux/posix_acl_xattr.h).
    private struct Entry {
        let tag: UInt16
        let permissions: UInt16
        let id: UInt32
    }

    /// The kinds of entries: the tags of the kernel (include/uapi/linux/posix_acl.h).
    private static let tag = (
        owner: UInt16(0x01), user: UInt16(0x02), owningGroup: UInt16(0x04), group: UInt16(0x08), mask: UInt16(0x10),
        others: UInt16(0x20)
    )

    /// Reads the access list of a file; nil for a file without a list or a file system without lists.
    init?(of path: String) {
        // A list has 8 bytes for each entry.
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = clinux_access_list(path, &bytes, bytes.count)
        guard count >= 0 || errno != ENODATA && errno != EOPNOTSUPP else { return nil }
        self.init(bytes: bytes.prefix(max(0, Int(count))))
    }

    /// - Parameter bytes: The list in the kernel's format: the version, then the entries, all of them little-endian.
    init(bytes: ArraySlice<UInt8>) {
        let rest = bytes.dropFirst(4)
        guard bytes.prefix(4) == [2, 0, 0, 0], rest.count.isMultiple(of: 8) else {
            entries = nil
            return
        }
        let entries = stride(from: rest.startIndex, to: rest.endIndex, by: 8).map { start in
            rest[start..<start + 8].withUnsafeBytes { $0.loadUnaligned(as: Entry.self) }
        }
        let tag = Self.tag
        let known = [tag.owner, tag.user, tag.owningGroup, tag.group, tag.mask, tag.others]
        // The kernel always writes the entry of the owning group.
        let isKnown = entries.allSatisfy { known.contains($0.tag) } && entries.contains { $0.tag == tag.owningGroup }
        self.entries = isKnown ? entries : nil
    }

    /// Whether the list gives one of the permissions to an account other than these, or to a group other than this.
    func names(othersThan accounts: [uid_t], _ group: gid_t?, for permissions: mode_t) -> Bool {
        guard let entries else { return true }
        return entries.contains { entry in
            allows(entry, permissions)
                && (entry.tag == Self.tag.user && !accounts.contains(entry.id)
                    || entry.tag == Self.tag.group && entry.id != group)
        }
    }

    /// Whether the file's own group has one of the permissions.
    func allowsOwningGroup(_ permissions: mode_t) -> Bool {
        entries?.contains { $0.tag == Self.tag.owningGroup && allows($0, permissions) } ?? false
    }

    private func allows(_ entry: Entry, _ permissions: mode_t) -> Bool {
        let mask = entries?.last { $0.tag == Self.tag.mask }?.permissions ?? 0o7
        return mode_t(entry.permissions & mask) & permissions != 0
    }
}
