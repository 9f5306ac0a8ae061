/// A place in the coding path. The path itself is made only when someone reads it, as an error does.
final class CodingPlace {
    private let key: any CodingKey
    private let parent: CodingPlace?
    /// The length of the path.
    let depth: Int

    init(_ key: any CodingKey, below parent: CodingPlace?) {
        self.key = key
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
    }

    var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + [key] }
}
