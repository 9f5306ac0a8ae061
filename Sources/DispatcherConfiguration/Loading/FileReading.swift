import Glibc
import UnixSystem

/// The content of a configuration file, or the reason why there is none.
enum FileReading {
    /// The most bytes that a file may have.
    static let limit = 1 << 20

    case bytes([UInt8])
    case missing
    /// The file exists and cannot be used, for this reason.
    case unusable(String)

    static func read(_ path: String) -> FileReading {
        do {
            return try FileContents.read(path, limit: limit).map(Self.bytes) ?? .missing
        } catch {
            switch error.number {
            case EINVAL, EISDIR: return .unusable("the file is not a regular file")
            case EFBIG: return .unusable("the file is larger than 1 MiB")
            default: return .unusable(failure(error.number))
            }
        }
    }

    /// The names in a folder that end in `.yaml`, sorted by bytes; no names if there is no such folder, and a reason if
    /// it cannot be read. Hidden files are left out, because editors leave such files beside the file that they edit.
    static func names(in folder: String) -> (names: [String], failure: String?) {
        do {
            return (try Directory.entries(of: folder).map(\.name).filter { $0.hasSuffix(".yaml") }, nil)
        } catch {
            return ([], error.number == ENOENT || error.number == ENOTDIR ? nil : failure(error.number))
        }
    }

    static let noSuchFile = failure(ENOENT)

    private static func failure(_ number: Int32) -> String {
        "the file cannot be read: \(SystemCallError.reason(number))"
    }
}
