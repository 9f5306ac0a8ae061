import Glibc
import UnixSystem

/// The content of a configuration file, or the reason why the content is missing. A file that anyone but the user and
/// root may change is not read.
enum FileReading {
    /// The most bytes that a file may have.
    static let limit = 1 << 20

    case bytes([UInt8])
    case missing
    /// The file exists but cannot be used, for this reason.
    case unusable(String)

    static func read(_ path: String, _ files: TrustedFiles) -> FileReading {
        do {
            return try files.read(path, limit: limit).map(Self.bytes) ?? .missing
        } catch let error as SystemCallError {
            switch error.number {
            case EINVAL, EISDIR: return .unusable("the file is not a regular file")
            case EFBIG: return .unusable("the file is larger than 1 MiB")
            default: return .unusable(failure(error.number))
            }
        } catch {
            return .unusable("\(error)")
        }
    }

    /// Returns the names in a folder that end in `.yaml` or `.yml`, sorted by bytes. Returns no names for a missing
    /// folder, and a reason for a folder that cannot be read or that others may change. Hidden files are left out,
    /// because editors leave hidden files beside the file that they edit.
    static func names(in folder: String, _ files: TrustedFiles) -> (names: [String], failure: String?) {
        do {
            let names = try Directory.entries(of: folder).map(\.name).filter(isOurs)
            try files.check(folder)
            return (names, nil)
        } catch let error as SystemCallError {
            return ([], error.number == ENOENT || error.number == ENOTDIR ? nil : failure(error.number))
        } catch {
            return ([], "\(error)")
        }
    }

    /// Whether the name shows that a file of routes.d is meant for xcallbackd.
    static func isOurs(_ name: String) -> Bool { name.hasSuffix(".yaml") || isMisnamed(name) }

    /// Whether the name shows that a file is meant for xcallbackd but cannot be loaded under this name.
    static func isMisnamed(_ name: String) -> Bool { name.hasSuffix(".yml") }

    /// Returns the mistake of a misnamed file.
    static func misnamed(_ path: String) -> String {
        let name = RelativePath.name(of: path)
        return "a file that ends in .yml is not read; rename it to \(name.dropLast(".yml".count)).yaml"
    }

    static let noSuchFile = failure(ENOENT)

    private static func failure(_ number: Int32) -> String {
        "the file cannot be read: \(SystemCallError.reason(number))"
    }
}
