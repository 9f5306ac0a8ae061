import CLinux
package import DispatcherConfiguration
import Glibc
package import QueryCoding
import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// Opens the values of `{type: path, under: DIR}` beneath their folder. Links that lead out of the folder are not
/// followed. A command gets the opened file itself, so that a later replacement of the name has no effect.
package final class PathResolver: Sendable {
    /// The input, with a name for each opened file in place of its path: `/proc/PID/fd/N`. The PID is the daemon's, so
    /// that a program that does not inherit the descriptor can also use the name, while this object exists. A path with
    /// `as: name` has the file's own name.
    package let input: QueryValue
    private let files: [OpenFile]

    private final class OpenFile: Sendable {
        let descriptor: Descriptor
        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

        var isFolder: Bool {
            var status = stat()
            return fstat(descriptor.number, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }

        var name: String { "/proc/\(getpid())/fd/\(descriptor.number)" }

        /// The absolute name of the file, without links; nil if the file has no name any more.
        var ownName: String? {
            var (opened, named) = (stat(), stat())
            guard let name = File.destination(ofLink: "/proc/self/fd/\(descriptor.number)"),
                fstat(descriptor.number, &opened) == 0, stat(name, &named) == 0,
                (opened.st_dev, opened.st_ino) == (named.st_dev, named.st_ino),
                !name.utf8.contains(where: { $0 < 0x20 })
            else { return nil }
            return name
        }
    }

    /// The maximum number of paths in a request.
    private static let limit = 32

    /// Opens every path of an input. Throws 400 for a path that leaves its folder or that does not exist, 413 for too
    /// many paths, and 500 for a missing folder. Throws 400 for a path with `as: name` below a folder that others may write.
    package init(_ input: QueryValue, of route: RouteDefinition) throws(OutcomeError) {
        var input = input
        var files: [OpenFile] = []
        if case .object(var members) = input {
            for field in route.input {
                guard case .path = field.type, let index = members.firstIndex(where: { $0.name == field.name }) else {
                    continue
                }
                members[index].value = try Self.open(members[index].value, field, &files)
            }
            input = .object(members)
        }
        self.input = input
        self.files = files
    }

    private static func open(
        _ value: QueryValue, _ field: InputField, _ files: inout [OpenFile]
    ) throws(OutcomeError) -> QueryValue {
        switch value {
        case .string(let path): return .string(try open(path, field, &files))
        case .array(let values):
            var opened: [QueryValue] = []
            for value in values { opened.append(try open(value, field, &files)) }
            return .array(opened)
        default: return value
        }
    }

    private static func open(
        _ path: String, _ field: InputField, _ files: inout [OpenFile]
    ) throws(OutcomeError) -> String {
        guard files.count < limit else { throw OutcomeError(.tooLarge, "more than \(limit) paths") }
        guard case .path(let folder) = field.type,
            let root = try? Descriptor(opening: folder, clinux_open_place | O_DIRECTORY)
        else { throw OutcomeError(.failed, "the folder of the parameter '\(field.name)' is missing") }
        let parts = path.split(separator: "/")
        let file: OpenFile
        do throws(SystemCallError) {
            let beneath = parts.isEmpty ? "." : parts.joined(separator: "/")
            file = OpenFile(try Descriptor(clinux_open_beneath(root.number, beneath), attempt: "open"))
        } catch {
            let detail =
                error.number == ENOENT
                ? "no such file exists beneath the folder of this parameter"
                : "must be a path that stays beneath the folder of this parameter"
            throw OutcomeError(reporting: field.refusal(of: path, detail))
        }
        if field.isNamed { return try named(file, path, field) }
        files.append(file)
        // Programs that do not follow a last link still see a folder in a name that ends in a slash and a dot.
        return file.name + (file.isFolder ? "/." : "")
    }

    /// Returns the absolute name of a file. Throws if others could put another file in its place.
    private static func named(
        _ file: OpenFile, _ path: String, _ field: InputField
    ) throws(OutcomeError) -> String {
        guard let name = file.ownName else {
            throw OutcomeError(reporting: field.refusal(of: path, "was removed, or its name is not one line of UTF-8"))
        }
        guard (try? TrustedFiles().check(Directory.parent(of: name))) != nil else {
            throw OutcomeError(reporting: field.refusal(of: path, "is below a folder that others may write"))
        }
        return name
    }
}
