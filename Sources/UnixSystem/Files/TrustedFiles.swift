import CLinux
import Glibc

/// Files that decide what the user's programs do, so that only the user and root may change them.
///
/// A path is checked from the root: each folder and link that leads to the file, and the file itself. Each folder, link
/// or file must belong to the user or to root, and no other account may have write permission. A group counts as other
/// accounts unless it is the user's private group, and an access list counts by its entries. A sticky folder on the way
/// may be writable by others (/tmp, /nix/store), because they cannot replace another account's files in such a folder.
package final class TrustedFiles {
    /// The account that runs this process.
    private let user = geteuid()
    /// Looked up for the first file that a group may write.
    private lazy var privateGroup = PrivateGroup.of(user)

    package init() {}

    /// Reads a whole file through the descriptor that was checked; nil if no such file exists. Throws ``UntrustedFile``
    /// and ``SystemCallError``: EFBIG for a file with more bytes than the limit, EINVAL and EISDIR for anything but a
    /// regular file.
    package func read(_ path: String, limit: Int = .max) throws -> [UInt8]? {
        guard let place = try find(path) else { return nil }
        if let fault = place.fault { throw fault }
        return try FileContents.read("/proc/self/fd/\(place.descriptor.number)", named: path, limit: limit)
    }

    /// Throws ``UntrustedFile`` if the file or folder, or the way to it, is not trusted, and ``SystemCallError`` if it
    /// cannot be looked at. A path to a missing file is trusted.
    package func check(_ path: String) throws {
        if let fault = try find(path)?.fault { throw fault }
    }

    /// A file or folder, opened without reading it, and the first reason not to trust it.
    private struct Place: ~Copyable {
        var descriptor: Descriptor
        var path: String
        var owner: uid_t
        var fault: UntrustedFile?
    }

    /// The maximum number of links in a path, as in the kernel.
    private static let linkLimit = 40

    /// Follows a path part by part, so that each part is checked through its own descriptor; nil if the file does not
    /// exist.
    private func find(_ path: String) throws(SystemCallError) -> Place? {
        var parts = Self.parts(Directory.absolute(path))
        let start = try Descriptor(open("/", clinux_open_place | O_DIRECTORY | O_CLOEXEC), attempt: "read", path)
        var place = Place(descriptor: start, path: "", owner: 0, fault: nil)
        var links = 0
        while let part = parts.popLast() {
            let next: Descriptor
            do {
                let flags = clinux_open_place | O_NOFOLLOW | O_CLOEXEC
                next = try Descriptor(openat(place.descriptor.number, part, flags), attempt: "read", path)
            } catch {
                if error.number == ENOENT || error.number == ENOTDIR { return nil }
                throw error
            }
            let number = next.number
            var status = stat()
            guard fstat(number, &status) == 0 else { throw SystemCallError("read", path) }
            let name =
                switch part {
                case "/": "/"
                case "..": Directory.parent(of: place.path)
                default: "\(place.path == "/" ? "" : place.path)/\(part)"
                }
            let isLast = parts.isEmpty
            let fault = place.fault ?? fault(of: status, number, name, in: place.owner, isLast: isLast)
            guard status.st_mode & S_IFMT == S_IFLNK else {
                place = Place(
                    descriptor: next, path: name, owner: status.st_mode & S_ISVTX == 0 ? status.st_uid : user,
                    fault: fault)
                continue
            }
            links += 1
            guard links <= Self.linkLimit else { throw SystemCallError("read", path, number: ELOOP) }
            let target = try Self.target(of: next, path)
            parts += Self.parts(target)
            place.fault = fault
        }
        return place
    }

    /// The parts of a path, the last part first. An absolute path begins with the part `/`.
    private static func parts(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(Substring($0)) }.filter { $0 != "." }
            + (path.utf8.first == UInt8(ascii: "/") ? ["/"] : [])
    }

    private static func target(of link: borrowing Descriptor, _ path: String) throws(SystemCallError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(link.number, "", &buffer, buffer.count)
        guard count > 0 else { throw SystemCallError("read", path) }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// - Parameter folderOwner: The account to which the file should belong.
    private func fault(
        of status: stat, _ descriptor: Int32, _ path: String, in folderOwner: uid_t, isLast: Bool
    ) -> UntrustedFile? {
        let isOurs = user == 0 || status.st_uid == user
        let kind = status.st_mode & S_IFMT
        if status.st_uid != 0, status.st_uid != user {
            return UntrustedFile(path: path, fault: .owner(status.st_uid, rightful: folderOwner), isOurs: user == 0)
        }
        // The mode of a link has no effect.
        guard kind != S_IFLNK, isLast || status.st_mode & S_ISVTX == 0 else { return nil }
        let others = others(S_IWOTH, of: status, at: "/proc/self/fd/\(descriptor)")
        return others.isEmpty ? nil : UntrustedFile(path: path, fault: .writable(others), isOurs: isOurs)
    }

    /// Returns who besides the user and root has one of these permissions, which are given as bits for all others.
    func others(_ permissions: mode_t, of status: stat, at path: String) -> Set<UntrustedFile.Others> {
        var others: Set<UntrustedFile.Others> = status.st_mode & permissions != 0 ? [.all] : []
        // Without the group bits, no entry of an access list has the permission either.
        guard status.st_mode & (permissions << 3) != 0 else { return others }
        let list = AccessList(of: path)
        if status.st_gid != privateGroup, list?.allowsOwningGroup(permissions) ?? true { others.insert(.group) }
        if let list, list.names(othersThan: [user, 0], privateGroup, for: permissions) { others.insert(.listed) }
        return others
    }
}
