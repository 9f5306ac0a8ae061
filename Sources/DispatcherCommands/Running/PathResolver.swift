import CLinux
package import DispatcherConfiguration
import Glibc
package import QueryCoding
import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// Opens the values of `{type: path, under: DIR}` beneath their folder, and follows no link out of it. A command gets the
/// opened file, so that nothing that takes the place of the name afterwards is reached.
package final class PathResolver: Sendable {
    /// The input, with a name for each opened file in place of its path: `/proc/PID/fd/N`. It is ours, so that a program
    /// that does not inherit the descriptor can use it too, for as long as this lives.
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
    }

    /// The most paths of a request.
    private static let limit = 32

    /// Opens every path of an input. Throws 400 for a path that leaves its folder or names no file, 413 for too many paths,
    /// 500 for a folder that is missing.
    package init(_ input: QueryValue, of route: RouteDefinition) throws(OutcomeError) {
        var files: [OpenFile] = []
        guard case .object(var members) = input else {
            self.input = input
            self.files = files
            return
        }
        for field in route.input {
            guard case .path = field.type, let index = members.firstIndex(where: { $0.name == field.name }) else {
                continue
            }
            members[index].value = try Self.open(members[index].value, field, &files)
        }
        self.input = .object(members)
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
            let root = try? Descriptor(clinux_open_folder(folder), attempt: "open", folder)
        else { throw OutcomeError(.failed, "the folder of the parameter '\(field.name)' is missing") }
        var parts = path.split(separator: "/")
        // The folder of an entry is opened in its place, and the command uses the name in it.
        let entry = field.isEntry ? parts.popLast() : nil
        let file: OpenFile
        do throws(SystemCallError) {
            let beneath = parts.isEmpty ? "." : parts.joined(separator: "/")
            file = OpenFile(try Descriptor(clinux_open_beneath(root.number, beneath), attempt: "open"))
        } catch {
            let detail =
                error.number == ENOENT
                ? "no such \(field.isEntry ? "folder" : "file") exists beneath the folder of this parameter"
                : "must be a path that stays beneath the folder of this parameter"
            throw OutcomeError(reporting: field.refusal(of: path, detail))
        }
        files.append(file)
        // A name that ends in a slash and a dot is a folder also for programs that do not follow a last link.
        return file.name + (entry.map { "/\($0)" } ?? (file.isFolder ? "/." : ""))
    }
}
