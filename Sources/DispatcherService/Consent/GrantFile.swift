import DispatcherRequests
import Glibc
import QueryCoding
import UnixSystem

/// The file of the permanent grants. Only the user may read or write it.
struct GrantFile: Sendable {
    let path: String

    private static let limit = 4 << 20
    /// The maximum depth of the JSON in the file.
    private static let depthLimit = 8
    private static let name = (
        grants: "grants", id: "id", route: "route", declaration: "declaration", parameters: "parameters",
        callbacks: "callbacks", since: "since"
    )

    /// Reads the grants; empty if there is no file. Throws the reason why the file grants nothing.
    func read() throws(GrantFileError) -> [StoredGrant] {
        let bytes: [UInt8]?
        do throws(TrustedFileError) {
            bytes = try TrustedFiles().read(path, limit: Self.limit)
        } catch {
            throw .file(error)
        }
        guard let bytes else { return [] }
        guard let value = try? JSONParser.parse(bytes, depthLimit: Self.depthLimit), let grants = Self.grants(value)
        else {
            throw .content(path)
        }
        return grants
    }

    /// Replaces the whole file, or leaves it unchanged.
    func write(_ grants: [StoredGrant]) throws(SystemCallError) {
        let value: QueryValue = [Self.name.grants: .array(grants.map(Self.value))]
        let bytes = Array((value.json + "\n").utf8)
        // A larger file could not be read again, so that its grants would be lost at the next start.
        guard bytes.count <= Self.limit else { throw SystemCallError("write", path, number: EFBIG) }
        try Directory.make(Directory.parent(of: path))
        try File.replace(path, with: bytes, permissions: 0o600, followsLinks: false)
    }

    private static func grants(_ value: QueryValue) -> [StoredGrant]? {
        guard case .array(let values)? = value[name.grants] else { return nil }
        let grants = values.compactMap(grant)
        return grants.count == values.count ? grants : nil
    }

    private static func grant(_ value: QueryValue) -> StoredGrant? {
        guard let id = value[name.id]?.string, let route = value[name.route]?.string,
            let declaration = value[name.declaration]?.string, let parameters = texts(value[name.parameters]),
            let callbacks = texts(value[name.callbacks]), let since = value[name.since]?.string
        else { return nil }
        return StoredGrant(
            id: id,
            grant: Grant(route: route, declaration: declaration, parameters: parameters, callbacks: callbacks),
            since: since)
    }

    private static func texts(_ value: QueryValue?) -> [String]? {
        guard case .array(let values)? = value else { return nil }
        let texts = values.compactMap(\.string)
        return texts.count == values.count ? texts : nil
    }

    private static func value(_ stored: StoredGrant) -> QueryValue {
        let grant = stored.grant
        return [
            name.id: .string(stored.id), name.route: .string(grant.route), name.declaration: .string(grant.declaration),
            name.parameters: .array(grant.parameters.map { .string($0) }),
            name.callbacks: .array(grant.callbacks.map { .string($0) }), name.since: .string(stored.since),
        ]
    }
}

/// A permanent grant, as the file stores it.
struct StoredGrant: Sendable, Hashable {
    let id: String
    let grant: Grant
    /// The time at which the user gave the grant, as ISO 8601.
    let since: String
}

/// The reason why the file of grants grants nothing.
enum GrantFileError: Error, CustomStringConvertible {
    case file(TrustedFileError)
    /// The file has unknown content.
    case content(String)

    var description: String {
        switch self {
        case .file(let error): error.description
        case .content(let path): "'\(path)' has unknown content; repair or remove the file"
        }
    }
}
