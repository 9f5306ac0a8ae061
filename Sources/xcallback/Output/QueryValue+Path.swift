import QueryCoding

extension QueryValue {
    /// Returns the value at a path: the member with the whole path as its name, else a value inside the member that the
    /// path begins with. An element of an array is named by its number, from 0.
    func value(at path: String) -> QueryValue? {
        if let value = element(path) { return value }
        for dot in path.utf8.indices where path.utf8[dot] == UInt8(ascii: ".") {
            let rest = String(path[path.utf8.index(after: dot)...])
            if let value = element(String(path[..<dot]))?.value(at: rest) { return value }
        }
        return nil
    }

    private func element(_ name: String) -> QueryValue? {
        guard case .array(let values) = self else { return self[name] }
        return Int(name).flatMap { values.indices.contains($0) ? values[$0] : nil }
    }
}
