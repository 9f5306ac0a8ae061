package import QueryCoding

extension RouteDefinition {
    /// Returns the input with each path beneath a folder replaced by the file's full name. The file system is not read.
    package func namingPaths(in input: QueryValue) -> QueryValue {
        guard case .object(let members) = input else { return input }
        let folders = Dictionary(
            self.input.compactMap { field in
                if case .path(let folder) = field.type { (field.name, folder) } else { nil }
            },
            uniquingKeysWith: { $1 })
        return .object(
            members.map { member in
                guard let folder = folders[member.name] else { return member }
                return QueryValue.Member(member.name, Self.naming(member.value, in: folder))
            })
    }

    private static func naming(_ value: QueryValue, in folder: String) -> QueryValue {
        switch value {
        case .string(let path): .string("\(folder)/\(path)")
        case .array(let paths): .array(paths.map { naming($0, in: folder) })
        default: value
        }
    }
}
