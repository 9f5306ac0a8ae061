import QueryCoding

extension QueryValue {
    /// Returns the value at a path: the member with the whole path as its name, else a value inside the member that the
    /// path begins with. An element of an array is named by its number, from 0.
    func value(at path: String) -> QueryValue? {
        if case .array(let values) = self {
            let first = path.utf8.prefix { $0 != UInt8(ascii: ".") }
            guard let index = Int(Substring(first)), values.indices.contains(index) else { return nil }
            return first.endIndex == path.endIndex
                ? values[index] : values[index].value(at: Self.text(after: first.endIndex, of: path))
        }
        if let value = self[path] { return value }
        for dot in path.utf8.indices where path.utf8[dot] == UInt8(ascii: ".") {
            if let value = self[String(path[..<dot])]?.value(at: Self.text(after: dot, of: path)) { return value }
        }
        return nil
    }

    private static func text(after dot: String.Index, of path: String) -> String {
        String(path[path.utf8.index(after: dot)...])
    }
}
