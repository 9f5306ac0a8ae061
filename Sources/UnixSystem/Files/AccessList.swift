import CLinux
import Glibc

/// The access list of a file (acl(5)). A list gives more accounts and groups permissions than the file's mode shows,
/// and turns the mode's group bits into the mask of the list.
struct AccessList {
    private var entries: [Entry] = []
    private var mask: UInt16 = 0o7
    /// Whether the list has a form that this type does not know, and so may give any permission.
    private var isUnknown = false

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
        func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
            bytes.reversed().reduce(0) { $0 << 8 | Number($1) }
        }
        let rest = bytes.dropFirst(4)
        guard bytes.count >= 4, number(bytes.prefix(4)) as UInt32 == 2, rest.count.isMultiple(of: 8) else {
            isUnknown = true
            return
        }
        for start in stride(from: rest.startIndex, to: rest.endIndex, by: 8) {
            let entry = Entry(
                tag: number(rest[start..<start + 2]), permissions: number(rest[start + 2..<start + 4]),
                id: number(rest[start + 4..<start + 8]))
            switch entry.tag {
            case Self.tag.mask: mask = entry.permissions
            case Self.tag.owner, Self.tag.user, Self.tag.owningGroup, Self.tag.group, Self.tag.others:
                entries.append(entry)
            default: isUnknown = true
            }
        }
        // The kernel always writes this entry.
        if !entries.contains(where: { $0.tag == Self.tag.owningGroup }) { isUnknown = true }
    }

    /// Whether the list gives one of the permissions to an account other than these, or to a group other than this.
    func names(othersThan accounts: [uid_t], _ group: gid_t?, for permissions: mode_t) -> Bool {
        isUnknown
            || entries.contains { entry in
                guard allows(entry, permissions) else { return false }
                switch entry.tag {
                case Self.tag.user: return !accounts.contains(entry.id)
                case Self.tag.group: return entry.id != group
                default: return false
                }
            }
    }

    /// Whether the file's own group has one of the permissions.
    func allowsOwningGroup(_ permissions: mode_t) -> Bool {
        entries.contains { $0.tag == Self.tag.owningGroup && allows($0, permissions) }
    }

    private func allows(_ entry: Entry, _ permissions: mode_t) -> Bool {
        mode_t(entry.permissions & mask) & permissions != 0
    }
}
