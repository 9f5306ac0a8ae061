import UnixSystem

/// The schemes that the user does not want to register, each in a line of a file, until `install SCHEME`.
package enum DeclinedSchemes {
    private static func path(_ environment: [String: String]) throws -> String {
        "\(try BaseDirectories(environment: environment).state)/xcallbackd/declined-schemes"
    }

    /// All declined schemes; none if the file cannot be read.
    package static func all(environment: [String: String]) -> Set<String> {
        let bytes = (try? FileContents.read(path(environment))) ?? []
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// Remembers that schemes are declined, or that they are not declined any more.
    package static func set(_ schemes: [String], isDeclined: Bool, environment: [String: String]) throws {
        let former = all(environment: environment)
        let names = isDeclined ? former.union(schemes) : former.subtracting(schemes)
        guard names != former else { return }
        let path = try path(environment)
        _ = try Directory.make(Directory.parent(of: path))
        try File.replace(path, with: Array(names.sorted().map { "\($0)\n" }.joined().utf8))
    }
}
