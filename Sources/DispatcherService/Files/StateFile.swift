import Glibc
import QueryCoding
import UnixSystem

/// A file of the state folder, which holds a JSON value. Only the user may read or write the file.
struct StateFile: Sendable {
    let path: String

    private static let limit = 4 << 20
    /// The maximum depth of the JSON in the file.
    private static let depthLimit = 16

    /// Returns the value; nil if there is no file. Throws if another user could have written the file.
    func read() throws(StateFileError) -> QueryValue? {
        let bytes: [UInt8]?
        do {
            bytes = try TrustedFiles().read(path, limit: Self.limit)
        } catch {
            throw .file(error)
        }
        guard let bytes else { return nil }
        guard let value = try? JSONParser.parse(bytes, depthLimit: Self.depthLimit) else { throw .content(path) }
        return value
    }

    /// Replaces the whole file, or leaves it unchanged.
    func write(_ value: QueryValue) throws(SystemCallError) {
        let bytes = Array((value.json + "\n").utf8)
        // A larger file could not be read again, so that its content would be lost at the next start.
        guard bytes.count <= Self.limit else { throw SystemCallError("write", path, number: EFBIG) }
        try Directory.make(Directory.parent(of: path))
        try File.replace(path, with: bytes, permissions: 0o600, followsLinks: false)
    }
}

/// The reason why a file of the state folder is not used.
enum StateFileError: Error, CustomStringConvertible {
    case file(any Error)
    /// The file has unknown content.
    case content(String)

    var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .content(let path): "'\(path)' has unknown content; repair or remove the file"
        }
    }
}
