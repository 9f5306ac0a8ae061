import CLinux
package import DispatcherConfiguration
import Glibc
package import QueryCoding
import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// Resolves the values of `{type: path, under: DIR}` beneath their folder. It follows no link out of the folder.
package enum PathResolver {
    /// The input with every path absolute. Throws 400 for a path that leaves its folder, 500 for a folder that is missing.
    package static func resolve(_ input: QueryValue, of route: RouteDefinition) throws(OutcomeError) -> QueryValue {
        guard case .object(var members) = input else { return input }
        for field in route.input {
            guard case .path(let under) = field.type,
                let index = members.firstIndex(where: { $0.name == field.name })
            else { continue }
            members[index].value = try resolve(members[index].value, field.name, beneath: under)
        }
        return .object(members)
    }

    private static func resolve(
        _ value: QueryValue, _ name: String, beneath folder: String
    ) throws(OutcomeError) -> QueryValue {
        switch value {
        case .string(let path):
            try check(path, name, beneath: folder)
            return .string("\(folder)/\(path)")
        case .array(let values):
            var resolved: [QueryValue] = []
            for value in values { resolved.append(try resolve(value, name, beneath: folder)) }
            return .array(resolved)
        default: return value
        }
    }

    /// Opens the path, or the longest part of it that exists, from the folder on. The command makes the rest.
    private static func check(_ path: String, _ name: String, beneath folder: String) throws(OutcomeError) {
        guard let root = try? Descriptor(clinux_open_folder(folder), attempt: "open", folder) else {
            throw OutcomeError(.failed, "the folder of the parameter '\(name)' is missing")
        }
        var parts = path.split(separator: "/")
        while !parts.isEmpty {
            let descriptor = clinux_open_beneath(root.number, parts.joined(separator: "/"))
            if descriptor >= 0 {
                close(descriptor)
                return
            }
            guard errno == ENOENT else {
                throw OutcomeError(
                    reporting: QueryCodingError(
                        .incorrectType, path: name, detail: "expected a path that stays beneath its folder"))
            }
            parts.removeLast()
        }
    }
}
