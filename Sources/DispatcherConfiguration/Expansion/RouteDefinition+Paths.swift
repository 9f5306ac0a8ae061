package import QueryCoding

extension RouteDefinition {
    /// Returns the input with each path beneath a folder replaced by the file's full name. The file system is not read.
    package func namingPaths(in input: QueryValue) -> QueryValue {
        replacingPaths(in: input) { path, folder, _ in "\(folder)/\(path)" }
    }

    /// Returns the input with the form of name that a command gets in place of each path beneath a folder. The numbers in
    /// the name of an open file are not known yet.
    package func explainingPaths(in input: QueryValue) -> QueryValue {
        replacingPaths(in: input) { path, folder, field in
            field.isNamed ? "\(folder)/\(path)" : "/proc/PID/fd/N"
        }
    }

    private func replacingPaths(
        in input: QueryValue, by name: (_ path: String, _ folder: String, InputField) -> String
    ) -> QueryValue {
        guard case .object(var members) = input else { return input }
        func replacing(_ value: QueryValue, _ folder: String, _ field: InputField) -> QueryValue {
            switch value {
            case .string(let path): .string(name(path, folder, field))
            case .array(let paths): .array(paths.map { replacing($0, folder, field) })
            default: value
            }
        }
        for index in members.indices {
            guard let field = self.input.last(where: { $0.name == members[index].name }),
                case .path(let folder) = field.type
            else { continue }
            members[index].value = replacing(members[index].value, folder, field)
        }
        return .object(members)
    }
}
