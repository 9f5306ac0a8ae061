/// Names written `like_this`, as `JSONEncoder` and `JSONDecoder` convert them.
enum SnakeCase {
    /// `myURLPart` as `my_url_part`: a word begins at a capital behind a small letter or a digit, and at the last of
    /// several capitals before a small letter.
    static func from(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        var output = ""
        for (index, scalar) in scalars.enumerated() {
            if index > 0, scalar.isCapital {
                let isBehindSmall = !scalars[index - 1].isCapital && scalars[index - 1] != "_"
                let isBeforeSmall = index + 1 < scalars.count && ("a"..."z").contains(scalars[index + 1])
                if isBehindSmall || scalars[index - 1].isCapital && isBeforeSmall { output += "_" }
            }
            output += scalar.isCapital ? String(scalar).lowercased() : String(scalar)
        }
        return output
    }

    /// `my_url_part` as `myUrlPart`; underscores at the ends stay.
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
