/// Converts names to and from `snake_case` as `JSONEncoder` and `JSONDecoder` do.
enum SnakeCase {
    /// Converts `myURLPart` to `my_url_part`. A word begins at a capital that follows any character but a capital
    /// or `_`, and at the last of several capitals if a small letter follows.
    static func from(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        var output = ""
        for (index, scalar) in scalars.enumerated() {
            if index > 0, scalar.isCapital {
                let followsSmall = !scalars[index - 1].isCapital && scalars[index - 1] != "_"
                let precedesSmall = index + 1 < scalars.count && ("a"..."z").contains(scalars[index + 1])
                if followsSmall || scalars[index - 1].isCapital && precedesSmall { output += "_" }
            }
            output += scalar.isCapital ? String(scalar).lowercased() : String(scalar)
        }
        return output
    }

    /// Converts `my_url_part` to `myUrlPart`; underscores at both ends stay.
    static func toCamelCase(_ name: String) -> String {
        let leading = name.utf8.prefix { $0 == UInt8(ascii: "_") }.count
        let inner = name.utf8.dropFirst(leading)
        let trailing = inner.reversed().prefix { $0 == UInt8(ascii: "_") }.count
        let words = Substring(inner.dropLast(trailing)).split(separator: "_")
        guard words.count > 1 else { return name }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
        let underscores = { String(repeating: "_", count: $0) }
        return underscores(leading) + words[0].lowercased() + rest.joined() + underscores(trailing)
    }
}

extension Unicode.Scalar {
    fileprivate var isCapital: Bool { ("A"..."Z").contains(self) }
}
