package import Glibc

/// The group that belongs to one account alone: the account's primary group, with the same name and no other members.
package enum PrivateGroup {
    /// Returns the private group of an account; nil if the account has no private group. The look-up reads only the
    /// files in /etc: a name service may block or load code. A group from another source therefore counts as other
    /// people.
    static func of(_ account: uid_t) -> gid_t? {
        func lines(_ path: String) -> [[Substring]] {
            let bytes = (try? FileContents.read(path, limit: 1 << 20)) ?? []
            // Split as bytes: splitting as characters would take a tenth of the daemon's start time.
            return String(decoding: bytes, as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n")).map { line in
                line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Substring($0) }
            }
        }
        return find(account, accounts: lines("/etc/passwd"), groups: lines("/etc/group"))
    }

    /// - Parameters:
    ///   - accounts: The fields of passwd(5).
    ///   - groups: The fields of group(5).
    package static func find(_ account: uid_t, accounts: [[Substring]], groups: [[Substring]]) -> gid_t? {
        guard let own = accounts.first(where: { $0.count >= 4 && uid_t($0[2]) == account }), let group = gid_t(own[3]),
            accounts.allSatisfy({ $0.count < 4 || gid_t($0[3]) != group || uid_t($0[2]) == account })
        else { return nil }
        let entries = groups.filter { $0.count >= 4 && gid_t($0[2]) == group }
        let isPrivate = entries.allSatisfy {
            $0[0] == own[0] && $0[3].split(separator: ",").allSatisfy { $0 == own[0] }
        }
        return !entries.isEmpty && isPrivate ? group : nil
    }
}
